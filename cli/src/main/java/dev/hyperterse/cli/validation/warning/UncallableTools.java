package dev.hyperterse.cli.validation.warning;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.composition.ComposedCall;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.compiler.CompiledServer;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Warns of compositions whose calls will fail: the tools that they call come and go, so the compiler does not refuse them. */
public final class UncallableTools {
    private UncallableTools() {}

    /** @param byUid the manifests */
    public static Stream<Diagnostic> of(Map<String, Manifest> byUid, CompiledServer compiled) {
        var tools = ServedTools.byName(compiled);
        return tools.values().stream()
                .filter(tool -> tool.action() instanceof Action.Compose)
                .flatMap(tool -> Stream.ofNullable(byUid.get(tool.identity().objectUid()))
                        .flatMap(manifest -> warnings(tool, (Action.Compose) tool.action(), tools, manifest)));
    }

    private static Stream<Diagnostic> warnings(
            ToolLeaf tool, Action.Compose composition, Map<String, ToolLeaf> tools, Manifest manifest) {
        return IntStream.range(0, composition.calls().size()).boxed().flatMap(index -> {
            var call = composition.calls().get(index);
            var path = "spec.composition.calls[%d]".formatted(index);
            return wrong(tool, call, Optional.ofNullable(tools.get(call.tool())))
                    .map(what -> manifest.finding(
                            Severity.WARNING,
                            path,
                            "call-of-nothing",
                            what,
                            "correct the call, or bring the tool to the server"))
                    .stream();
        });
    }

    private static Optional<String> wrong(ToolLeaf tool, ComposedCall call, Optional<ToolLeaf> called) {
        if (called.isEmpty()) {
            return Optional.of("the server has no tool '%s'".formatted(call.tool()));
        }
        if (!called.get().isCallableFrom(tool.identity().namespace())) {
            return Optional.of("this namespace may not call '%s'".formatted(call.tool()));
        }
        return called.get().inputs() instanceof Inputs.Declared declared
                ? call.inputs().keySet().stream()
                        .filter(input -> !called.get().hasInput(input))
                        .findFirst()
                        .map(input -> "'%s' has no input '%s'".formatted(call.tool(), input))
                        .or(() -> declared.fields().stream()
                                .filter(input -> !input.optional()
                                        && input.defaultValue().isEmpty())
                                .filter(input -> !call.inputs().containsKey(input.name()))
                                .findFirst()
                                .map(input -> "'%s' needs its input '%s'".formatted(call.tool(), input.name())))
                : Optional.empty();
    }
}
