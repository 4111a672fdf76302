package dev.hyperterse.compiler.openapi;

import dev.hyperterse.compiler.items.OwnSections;
import dev.hyperterse.compiler.openapi.document.Operation;
import dev.hyperterse.compiler.openapi.document.UnusableOperation;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.action.OpenApi;
import dev.hyperterse.crds.v1alpha1.shared.JsonText;
import dev.hyperterse.crds.v1alpha1.tool.Hints;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the tool of one operation: of what the object says for all, what the document says, and what overrides say. */
record ItemSpecs(ToolSpec spec, OpenApi openapi) {
    /** That of the schema of any tool. */
    private static final int LARGEST_SCHEMA = 64 << 10;

    /** Longer ones cost agents more than they tell. */
    private static final int LONGEST_DESCRIPTION = 4_096;

    private static final int LONGEST_TITLE = 256;
    private static final Set<String> SAFE = Set.of("GET", "HEAD");
    private static final Set<String> DESTRUCTIVE = Set.of("PUT", "PATCH", "DELETE");
    private static final Hints NONE = new Hints(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    static boolean isTooLarge(RequestBuilder.Built built) {
        return !new SchemaText(LARGEST_SCHEMA).take(built.inputSchema())
                || built.inputSchema().toString().length() > LARGEST_SCHEMA;
    }

    /** Refuses a schema that is too large without descriptions as well. */
    static void requireSmall(RequestBuilder.Built built) {
        if (isTooLarge(built)) {
            throw new UnusableOperation(
                    "the schema of its inputs is longer than 64 KiB, also without descriptions of members");
        }
    }

    /** The sections that hold for an operation, whatever the document says. */
    ToolSpec shared(Optional<OpenApi.OperationOverride> override) {
        return OwnSections.withoutDocument(
                        override.flatMap(OpenApi.OperationOverride::hints), spec.confirm(), spec.result())
                .within(spec);
    }

    ToolSpec of(
            Operation operation,
            String name,
            RequestBuilder.Built built,
            Optional<OpenApi.OperationOverride> override) {
        var hints = hints(operation, override.flatMap(OpenApi.OperationOverride::hints));
        return new OwnSections(
                        override.flatMap(OpenApi.OperationOverride::name)
                                .or(() -> Optional.of(openapi.prefix().orElse("") + name)),
                        override.flatMap(OpenApi.OperationOverride::title)
                                .or(() -> operation.text("summary").map(it -> OwnSections.bounded(it, LONGEST_TITLE))),
                        override.flatMap(OpenApi.OperationOverride::description)
                                .or(() -> Optional.of(description(operation))),
                        hints,
                        spec.confirm().map(it -> it && isDestructive(operation, hints)),
                        Optional.of(JsonText.of(built.inputSchema())),
                        Optional.empty(),
                        spec.result(),
                        Optional.of(built.request()),
                        Optional.empty())
                .within(spec);
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
        return text.isEmpty() ? operation.display() : OwnSections.bounded(text, LONGEST_DESCRIPTION);
    }
}
