package dev.hyperterse.statement.sql.token;

import dev.hyperterse.statement.binding.RuleIdentifier;

/** The rules of SQL, besides those of placeholders. */
public enum StatementRule implements RuleIdentifier {
    EMPTY_STATEMENT("empty-statement"),
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
    EXECUTABLE_COMMENT("executable-comment"),

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
    LIKE_POSITION("like-position"),
    LIKE_ESCAPE("like-escape"),
    CHOICE_NOT_A_NAME("choice-not-a-name"),
    CHOICE_NOT_A_KEYWORD("choice-not-a-keyword"),

    ONE_STATEMENT("one-statement"),
    STATEMENT_KIND("statement-kind"),
    SESSION_STATEMENT("session-statement"),
    DEFINITION_WITH_PLACEHOLDER("definition-with-placeholder"),
    WRITE_ON_READ_ONLY("write-on-read-only"),
    SESSION_FUNCTION("session-function"),
    SESSION_VARIABLE("session-variable"),
    TEXT_AS_SQL_FUNCTION("text-as-sql-function"),
    FILE_OR_CODE_FUNCTION("file-or-code-function"),
    TEMPORARY_OBJECT("temporary-object");

    private final String identifier;

    StatementRule(String identifier) {
        this.identifier = identifier;
    }

    @Override
    public String identifier() {
        return identifier;
    }
}
