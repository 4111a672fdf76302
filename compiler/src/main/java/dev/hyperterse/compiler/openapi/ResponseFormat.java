package dev.hyperterse.compiler.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hyperterse.compiler.openapi.document.ApiDocument;
import dev.hyperterse.compiler.openapi.document.UnusableOperation;
import dev.hyperterse.crds.v1alpha1.action.Request;
import java.util.ArrayList;
import java.util.Optional;

/** How the results of an operation are read, by what its successful responses are declared to be. */
final class ResponseFormat {
    private ResponseFormat() {}

    /** @throws UnusableOperation if all of them are something that no result can hold */
    static Optional<Request.Response> of(ApiDocument document, JsonNode responses) {
        var types = new ArrayList<String>();
        var empty = false;
        // Beside a successful response the default is that of errors.
        var successful =
                responses.properties().stream().anyMatch(it -> it.getKey().startsWith("2"));
        for (var entry : responses.properties()) {
            if (entry.getKey().startsWith(successful ? "2" : "default")) {
                var content =
                        document.resolved(entry.getValue()).path("content").properties();
                empty |= content.isEmpty();
                content.forEach(it -> types.add(it.getKey()));
            }
        }
        if (types.isEmpty() || types.stream().anyMatch(MediaTypes::isReadAsJson)) {
            return Optional.empty();
        }
        if (types.stream().anyMatch(MediaTypes::isText)) {
            return Optional.of(new Request.Response(Optional.of(Request.Response.Format.Text), Optional.empty()));
        }
        if (empty) {
            return Optional.empty();
        }
        throw new UnusableOperation("it answers with %s, and results are JSON or text".formatted(types.getFirst()));
    }
}
