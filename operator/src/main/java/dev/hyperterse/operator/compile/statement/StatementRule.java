package dev.hyperterse.operator.compile.statement;

import dev.hyperterse.operator.problem.Reason;

/**
 * Every rule a statement can break. The identifiers are API: problems, validation output and {@code docs/statements.md}
 * name them.
 */
public enum StatementRule {
    EMPTY_STATEMENT("empty-statement"),
    TEXT_TOO_LARGE("text-too-large"),
    CONTROL_CHARACTER("control-character"),
    UNEXPECTED_CHARACTER("unexpected-character"),
    UNTERMINATED_STRING("unterminated-string"),
    UNTERMINATED_IDENTIFIER("unterminated-identifier"),
    UNTERMINATED_COMMENT("unterminated-comment"),
    UNTERMINATED_DOLLAR_QUOTE("unterminated-dollar-quote"),
    DOLLAR_TAG_TOO_LONG("dollar-tag-too-long"),
    MALFORMED_NUMBER("malformed-number"),
    STRING_CONTINUATION("string-continuation"),
    BACKSLASH_QUOTE("backslash-quote"),
    UNICODE_IDENTIFIER("unicode-identifier"),
    LITERAL_PARAMETER("literal-parameter"),
    JDBC_ESCAPE("jdbc-escape"),

    MALFORMED_PLACEHOLDER("malformed-placeholder"),
    UNKNOWN_NAMESPACE("unknown-namespace"),
    UNKNOWN_INPUT("unknown-input"),
    UNKNOWN_PRINCIPAL_FIELD("unknown-principal-field"),
    ENVIRONMENT_NOT_GRANTED("environment-not-granted"),
    UNKNOWN_FILTER("unknown-filter"),
    FILTER_NOT_APPLICABLE("filter-not-applicable"),

    PLACEHOLDER_TOUCHES_WORD("placeholder-touches-word"),
    PLACEHOLDER_IN_COMMENT("placeholder-in-comment"),
    PLACEHOLDER_IN_IDENTIFIER("placeholder-in-identifier"),
    PLACEHOLDER_IN_PREFIXED_STRING("placeholder-in-prefixed-string"),
    PLACEHOLDER_IN_DOLLAR_QUOTE("placeholder-in-dollar-quote"),
    PLACEHOLDER_AS_NAME("placeholder-as-name"),
    PLACEHOLDER_AS_SORT_ITEM("placeholder-as-sort-item"),
    TYPED_LITERAL("typed-literal"),
    VALUE_AFTER_NAME("value-after-name"),
    ROW_COUNT("row-count"),
    LIST_POSITION("list-position"),
    JSON_IN_TEXT("json-in-text"),
    LIKE_POSITION("like-position"),
    LIKE_ESCAPE("like-escape"),
    CHOICE_WITHOUT_ENUM("choice-without-enum"),
    CHOICE_NOT_A_NAME("choice-not-a-name"),
    CHOICE_NOT_A_KEYWORD("choice-not-a-keyword"),
    CHOICE_MAY_BE_ABSENT("choice-may-be-absent"),

    ONE_STATEMENT("one-statement"),
    STATEMENT_KIND("statement-kind"),
    SESSION_STATEMENT("session-statement"),
    DEFINITION_WITH_PLACEHOLDER("definition-with-placeholder"),
    WRITE_ON_READ_ONLY("write-on-read-only"),
    SESSION_FUNCTION("session-function"),
    TEXT_AS_SQL_FUNCTION("text-as-sql-function"),
    FILE_OR_CODE_FUNCTION("file-or-code-function"),
    TEMPORARY_OBJECT("temporary-object");

    private final String identifier;

    StatementRule(String identifier) {
        this.identifier = identifier;
    }

    /** As problems and documentation spell it. */
    public String identifier() {
        return identifier;
    }

    /** What a leaf that breaks this rule reports. */
    Reason reason() {
        return this == ENVIRONMENT_NOT_GRANTED ? Reason.EnvNotFound : Reason.InvalidStatement;
    }
}
