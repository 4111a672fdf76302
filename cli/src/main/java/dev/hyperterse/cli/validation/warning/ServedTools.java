package dev.hyperterse.cli.validation.warning;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.CompiledServer.Served;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The tools of a compiled server, for warnings about definitions that name them. */
final class ServedTools {
    private ServedTools() {}

    static Map<String, ToolLeaf> byName(CompiledServer compiled) {
        return compiled.served().stream()
                .map(Served::leaf)
                .filter(ToolLeaf.class::isInstance)
                .map(ToolLeaf.class::cast)
                .collect(Collectors.toMap(ToolLeaf::name, Function.identity(), (one, _) -> one));
    }
}
