package dev.hyperterse.compiler.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hyperterse.compiler.openapi.document.Operation;
import dev.hyperterse.crds.v1alpha1.action.OpenApi;
import dev.hyperterse.crds.v1alpha1.action.Request;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Which operations an author wants: those that every list that is set has. */
final class Selection {
    private final OpenApi.Select select;
    private final Set<String> methods;

    Selection(Optional<OpenApi.Select> select) {
        this.select = select.orElseGet(() -> new OpenApi.Select(List.of(), List.of(), List.of(), List.of()));
        this.methods = this.select.methods().stream().map(Request.Method::name).collect(Collectors.toSet());
    }

    boolean has(Operation operation) {
        return (select.operations().isEmpty() || select.operations().stream().anyMatch(operation::isCalled))
                && (select.tags().isEmpty() || tagged(operation.node().path("tags")))
                && (select.paths().isEmpty()
                        || select.paths().stream().anyMatch(it -> Operation.isAtOrBelow(operation.path(), it)))
                && (methods.isEmpty() || methods.contains(operation.method()));
    }

    /** Whether it can be one of them, as far as is known without its tags. */
    boolean has(PublishedOperation operation) {
        return (select.operations().isEmpty() || select.operations().stream().anyMatch(operation::isCalled))
                && (select.paths().isEmpty()
                        || select.paths().stream()
                                .map(PublishedOperation::withoutNames)
                                .anyMatch(it -> Operation.isAtOrBelow(operation.path(), it)))
                && (methods.isEmpty() || methods.contains(operation.method()));
    }

    private boolean tagged(JsonNode tags) {
        return StreamSupport.stream(tags.spliterator(), false)
                .map(JsonNode::asText)
                .anyMatch(select.tags()::contains);
    }
}
