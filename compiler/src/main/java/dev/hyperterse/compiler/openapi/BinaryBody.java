package dev.hyperterse.compiler.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hyperterse.compiler.openapi.document.ApiDocument;
import dev.hyperterse.crds.v1alpha1.action.Request;
import java.util.Optional;
import java.util.Set;

/** Makes a body of bytes, which callers give in base64. */
record BinaryBody(ApiDocument document, RequestInputs inputs, PlainSchema schemas) {
    private static final String ANY_BYTES = "application/octet-stream";

    /** Ranges that {@link #ANY_BYTES} is of; of another one a request would have no type to send. */
    private static final Set<String> RANGES = Set.of("*/*", "application/*");

    /** Whether a body of that type is bytes: its schema says so, or the type is neither text nor JSON. */
    boolean is(String type, JsonNode media) {
        var schema = media.path("schema");
        if (MediaTypes.isRange(type)) {
            return RANGES.contains(MediaTypes.plain(type)) && schemas.isBinary(schema);
        }
        return !MediaTypes.plain(type).startsWith("multipart/")
                && (schemas.isBinary(schema) || MediaTypes.isBinary(type) && isPlain(schema));
    }

    /** Neither an object nor a text that encodes the bytes, as which the API would read them. */
    private boolean isPlain(JsonNode schema) {
        var resolved = document.resolved(schema);
        return !resolved.has("contentEncoding")
                && !resolved.path("format").asText("").equals("byte")
                && schemas.kind(schema) == PlainSchema.Kind.SCALAR;
    }

    /** @param name of the input */
    Request.Body body(String name, String type, JsonNode media, boolean required, String description) {
        var bytes = inputs.add(name, "bytes", required, schemas.base64(media.path("schema"), description));
        return Request.Body.ofBase64(bytes, Optional.of(MediaTypes.isRange(type) ? ANY_BYTES : type));
    }
}
