package dev.hyperterse.compiler.admission.violation;

/** The way to a field, written as the API server writes it; empty for the object itself. */
public record ObjectPath(String text) {
    public static final ObjectPath ROOT = new ObjectPath("");

    public ObjectPath child(String name) {
        return new ObjectPath(text.isEmpty() ? name : text + "." + name);
    }

    public ObjectPath index(int index) {
        return new ObjectPath(text + "[" + index + "]");
    }

    public ObjectPath key(String key) {
        return new ObjectPath(text + "[" + key + "]");
    }

    @Override
    public String toString() {
        return text;
    }
}
