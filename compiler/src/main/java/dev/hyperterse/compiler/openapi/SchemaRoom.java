package dev.hyperterse.compiler.openapi;

import dev.hyperterse.compiler.openapi.document.UnusableOperation;

/**
 * The room of one document for the schemas of its operations. Each operation has a schema of its own, also where all refer
 * to the same one: a short document could fill the memory with them.
 */
final class SchemaRoom {
    private static final int MOST_SCHEMAS = 50_000;

    private int left = MOST_SCHEMAS;

    void take(RequestBuilder.Built built) {
        if (ItemSpecs.isTooLarge(built)) {
            throw new UnusableOperation(
                    "the schema of its inputs is longer than 64 KiB, also without descriptions of members");
        }
        if (built.schemas() > left) {
            throw new UnusableOperation(
                    "it and the operations before it have more than %d schemas; bring some by another Tool with the same document"
                            .formatted(MOST_SCHEMAS));
        }
        left -= built.schemas();
    }
}
