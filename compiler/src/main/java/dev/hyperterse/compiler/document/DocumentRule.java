package dev.hyperterse.compiler.document;

import dev.hyperterse.statement.binding.RuleIdentifier;

/** The rules of document commands, besides those of placeholders. */
public enum DocumentRule implements RuleIdentifier {
    MALFORMED_JSON,
    DUPLICATE_KEY,
    DOCUMENT_DEPTH,
    PLACEHOLDER_IN_KEY,
    PLACEHOLDER_POSITION,
    COMMAND_KIND,
    COMMAND_FIELD,
    FIELD_SHAPE,
    COLLECTION_NAME,
    WRITE_ON_READ_ONLY,
    STAGE_KIND,
    CODE_OPERATOR,
    OPERATOR_POSITION,
    WRAPPED_VALUE,
    REGEX_POSITION,
    NUMBER_POSITION,
    ABSENT_IN_WRITE
}
