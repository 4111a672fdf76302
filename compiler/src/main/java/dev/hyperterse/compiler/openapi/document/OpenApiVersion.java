package dev.hyperterse.compiler.openapi.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** Which versions of OpenAPI are read. */
public final class OpenApiVersion {
    private OpenApiVersion() {}

    /** Why the document is not one of them. */
    public static Optional<String> problem(JsonNode document) {
        var version = document.path("openapi").asText("");
        if (version.equals("3.0")
                || version.startsWith("3.0.")
                || version.equals("3.1")
                || version.startsWith("3.1.")) {
            return document.path("paths").isObject()
                    ? Optional.empty()
                    : Optional.of("the document has no paths, so it has no operations");
        }
        if (document.path("swagger").asText("").startsWith("2")) {
            return Optional.of("the document is of Swagger 2.0, and OpenAPI 3.0 and 3.1 are read; convert it");
        }
        return Optional.of(
                "the document is not of OpenAPI 3.0 or 3.1: its member openapi has another version, or it has none");
    }
}
