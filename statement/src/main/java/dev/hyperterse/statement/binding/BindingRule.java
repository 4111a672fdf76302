package dev.hyperterse.statement.binding;

/** The rules of placeholders that hold in every language of statements. */
public enum BindingRule implements RuleIdentifier {
    TEXT_TOO_LARGE,
    CONTROL_CHARACTER,

    MALFORMED_PLACEHOLDER,
    UNKNOWN_NAMESPACE,
    UNKNOWN_INPUT,
    UNKNOWN_PRINCIPAL_FIELD,
    ENVIRONMENT_NOT_GRANTED,
    UNKNOWN_FILTER,
    FILTER_NOT_APPLICABLE,
    NO_PLACEHOLDER,

    LIST_POSITION,
    JSON_IN_TEXT,
    CHOICE_WITHOUT_ENUM,
    CHOICE_MAY_BE_ABSENT
}
