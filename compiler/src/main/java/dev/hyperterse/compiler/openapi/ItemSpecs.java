package dev.hyperterse.compiler.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hyperterse.crds.v1alpha1.Hints;
import dev.hyperterse.crds.v1alpha1.OpenApi;
import dev.hyperterse.crds.v1alpha1.Request;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the tool of one operation: of what the object says for all, what the document says, and what overrides say. */
final class ItemSpecs {
    /** That of the schema of any tool. */
    static final int LARGEST_SCHEMA = 64 << 10;

    /** Longer ones cost agents more than they tell. */
    private static final int LONGEST_DESCRIPTION = 4_096;

    private static final int LONGEST_TITLE = 256;
    private static final Set<String> SAFE = Set.of("GET", "HEAD");
    private static final Set<String> DESTRUCTIVE = Set.of("PUT", "PATCH", "DELETE");
    private static final Hints NONE = new Hints(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    private final ToolSpec spec;
    private final OpenApi openapi;

    ItemSpecs(ToolSpec spec, OpenApi openapi) {
        this.spec = spec;
        this.openapi = openapi;
    }

    /** The sections that hold for an operation, whatever the document says. */
    ToolSpec shared(Optional<OpenApi.OperationOverride> override) {
        return spec(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                override.flatMap(OpenApi.OperationOverride::hints),
                spec.confirm(),
                Optional.empty(),
                Optional.empty());
    }

    ToolSpec of(
            Operation operation,
            String name,
            RequestBuilder.Built built,
            Optional<OpenApi.OperationOverride> override) {
        var hints = hints(operation, override.flatMap(OpenApi.OperationOverride::hints));
        return spec(
                override.flatMap(OpenApi.OperationOverride::name)
                        .or(() -> Optional.of(openapi.prefix().orElse("") + name)),
                override.flatMap(OpenApi.OperationOverride::title)
                        .or(() -> operation.text("summary").map(it -> bounded(it, LONGEST_TITLE))),
                override.flatMap(OpenApi.OperationOverride::description).or(() -> Optional.of(description(operation))),
                hints,
                spec.confirm().map(it -> it && isDestructive(operation, hints)),
                Optional.of(built.inputSchema()),
                Optional.of(built.request()));
    }

    /** An author who wants to be asked is asked before each operation that may change something. */
    private Optional<Hints> hints(Operation operation, Optional<Hints> written) {
        if (!spec.confirm().orElse(false) || SAFE.contains(operation.method())) {
            return written;
        }
        var hints = written.orElse(NONE);
        return Optional.of(new Hints(
                hints.readOnly(),
                hints.destructive().or(() -> Optional.of(true)),
                hints.idempotent(),
                hints.openWorld()));
    }

    private static boolean isDestructive(Operation operation, Optional<Hints> hints) {
        return hints.flatMap(Hints::destructive).orElse(DESTRUCTIVE.contains(operation.method()));
    }

    private static String description(Operation operation) {
        var deprecated = operation.node().path("deprecated").asBoolean(false) ? "Deprecated." : "";
        var text = Stream.of(
                        deprecated,
                        operation.text("summary").orElse(""),
                        operation.text("description").orElse(""))
                .filter(it -> !it.isBlank())
                .map(String::strip)
                .distinct()
                .collect(Collectors.joining("\n\n"));
        return text.isEmpty() ? operation.display() : bounded(text, LONGEST_DESCRIPTION);
    }

    private static String bounded(String text, int longest) {
        return text.codePointCount(0, text.length()) <= longest
                ? text
                : text.substring(0, text.offsetByCodePoints(0, longest - 1)) + "…";
    }

    private ToolSpec spec(
            Optional<String> name,
            Optional<String> title,
            Optional<String> description,
            Optional<Hints> hints,
            Optional<Boolean> confirm,
            Optional<JsonNode> inputSchema,
            Optional<Request> request) {
        return new ToolSpec(
                spec.serverRefs(),
                Optional.empty(),
                name,
                title,
                description,
                spec.icons(),
                hints,
                confirm,
                List.of(),
                inputSchema,
                Optional.empty(),
                spec.result(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                request,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                spec.auth(),
                spec.callableFrom(),
                spec.cache(),
                spec.limits(),
                spec.timeout());
    }
}
