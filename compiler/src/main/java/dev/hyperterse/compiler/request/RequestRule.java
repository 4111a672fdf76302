package dev.hyperterse.compiler.request;

import dev.hyperterse.statement.binding.RuleIdentifier;

/** The rules of requests, beside those of placeholders. */
public enum RequestRule implements RuleIdentifier {
    METHOD_ON_READ_ONLY("method-on-read-only"),
    METHOD_WITHOUT_BODY("method-without-body"),
    ONE_BODY("one-body"),
    PATH_SEGMENT("path-segment"),
    HEADER_NAME("header-name"),
    HEADER_OF_ADAPTER("header-of-adapter"),
    HEADER_TEXT("header-text"),
    BODY_KEY("body-key"),
    BODY_SIZE("body-size"),
    PART_NAME("part-name"),
    PART_CONTENT("part-content"),
    PART_TYPE("part-type"),
    REQUEST_VALUE_MAY_BE_ABSENT("request-value-may-be-absent"),
    RESPONSE_POINTER("response-pointer");

    private final String identifier;

    RequestRule(String identifier) {
        this.identifier = identifier;
    }

    @Override
    public String identifier() {
        return identifier;
    }
}
