package dev.hyperterse.compiler.admission.violation;

/** The kinds of answer an API server has, with the words it begins them with and the name of our rule. */
public enum Cause {
    REQUIRED("Required value", "schema-required", true),
    UNSUPPORTED("Unsupported value", "schema-enum", true),
    WRONG_TYPE("Invalid value", "schema-type", true),
    TOO_LONG("Too long", "schema-too-long", true),
    TOO_MANY("Too many", "schema-too-many", true),
    INVALID("Invalid value", "schema-value", false),
    DUPLICATE("Duplicate value", "schema-duplicate", false),
    UNKNOWN_FIELD("", "unknown-field", false);

    private final String words;
    private final String rule;
    private final boolean hidesRules;

    Cause(String words, String rule, boolean hidesRules) {
        this.words = words;
        this.rule = rule;
        this.hidesRules = hidesRules;
    }

    public String words() {
        return words;
    }

    String rule() {
        return rule;
    }

    /** Whether CEL rules are not looked at any more: they may rely on what is broken. */
    public boolean hidesRules() {
        return hidesRules;
    }
}
