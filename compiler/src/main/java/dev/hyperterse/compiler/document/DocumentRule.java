package dev.hyperterse.compiler.document;

import dev.hyperterse.statement.binding.RuleIdentifier;

/** The rules of document commands, besides those of placeholders. */
public enum DocumentRule implements RuleIdentifier {
    MALFORMED_JSON("malformed-json"),
    DUPLICATE_KEY("duplicate-key"),
    DOCUMENT_DEPTH("document-depth"),
    PLACEHOLDER_IN_KEY("placeholder-in-key"),
    PLACEHOLDER_POSITION("placeholder-position"),
    COMMAND_KIND("command-kind"),
    COMMAND_FIELD("command-field"),
    FIELD_SHAPE("field-shape"),
    COLLECTION_NAME("collection-name"),
    COMMAND_WRITES("write-on-read-only"),
    STAGE_KIND("stage-kind"),
    CODE_OPERATOR("code-operator"),
    OPERATOR_POSITION("operator-position"),
    WRAPPED_VALUE("wrapped-value"),
    REGEX_POSITION("regex-position"),
    NUMBER_POSITION("number-position"),
    ABSENT_IN_WRITE("absent-in-write");

    private final String identifier;

    DocumentRule(String identifier) {
        this.identifier = identifier;
    }

    @Override
    public String identifier() {
        return identifier;
    }
}
