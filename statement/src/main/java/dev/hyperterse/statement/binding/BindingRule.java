package dev.hyperterse.statement.binding;

/** The rules of placeholders that hold in every language of statements. */
public enum BindingRule implements RuleIdentifier {
    TEXT_TOO_LARGE("text-too-large"),
    CONTROL_CHARACTER("control-character"),

    MALFORMED_PLACEHOLDER("malformed-placeholder"),
    UNKNOWN_NAMESPACE("unknown-namespace"),
    UNKNOWN_INPUT("unknown-input"),
    UNKNOWN_PRINCIPAL_FIELD("unknown-principal-field"),
    ENVIRONMENT_NOT_GRANTED("environment-not-granted"),
    UNKNOWN_FILTER("unknown-filter"),
    FILTER_NOT_APPLICABLE("filter-not-applicable"),
    NO_PLACEHOLDER("no-placeholder"),

    LIST_POSITION("list-position"),
    JSON_IN_TEXT("json-in-text"),
    CHOICE_WITHOUT_ENUM("choice-without-enum"),
    CHOICE_MAY_BE_ABSENT("choice-may-be-absent");

    private final String identifier;

    BindingRule(String identifier) {
        this.identifier = identifier;
    }

    @Override
    public String identifier() {
        return identifier;
    }
}
