package dev.hyperterse.cli.admission;

/** The way to a field, written as the API server writes it; empty for the object itself. */
record ObjectPath(String text) {
    static final ObjectPath ROOT = new ObjectPath("");

    ObjectPath child(String name) {
        return new ObjectPath(text.isEmpty() ? name : text + "." + name);
    }

    ObjectPath index(int index) {
        return new ObjectPath(text + "[" + index + "]");
    }

    ObjectPath key(String key) {
        return new ObjectPath(text + "[" + key + "]");
    }

    @Override
    public String toString() {
        return text;
    }
}
