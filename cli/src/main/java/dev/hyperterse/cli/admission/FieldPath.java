package dev.hyperterse.cli.admission;

/** The way to a field, written as the API server writes it; empty for the object itself. */
record FieldPath(String text) {
    static final FieldPath ROOT = new FieldPath("");

    FieldPath child(String name) {
        return new FieldPath(text.isEmpty() ? name : text + "." + name);
    }

    FieldPath index(int index) {
        return new FieldPath(text + "[" + index + "]");
    }

    FieldPath key(String key) {
        return new FieldPath(text + "[" + key + "]");
    }

    @Override
    public String toString() {
        return text;
    }
}
