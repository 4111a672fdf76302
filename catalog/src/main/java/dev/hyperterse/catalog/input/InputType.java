package dev.hyperterse.catalog.input;

/** The types of the short form, as manifests spell them. */
public enum InputType {
    STRING("string"),
    INT("int"),
    FLOAT("float"),
    BOOLEAN("boolean"),
    DATETIME("datetime"),
    ARRAY("array"),
    OBJECT("object");

    private final String spelling;

    InputType(String spelling) {
        this.spelling = spelling;
    }

    public String spelling() {
        return spelling;
    }

    public boolean isNumber() {
        return this == INT || this == FLOAT;
    }
}
