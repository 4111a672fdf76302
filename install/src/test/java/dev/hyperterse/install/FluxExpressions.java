package dev.hyperterse.install;

import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Health of an object by the expressions that the docs have for Flux, in the order in which Flux asks them (its RFC 0009). */
final class FluxExpressions {
    private static final Path PAGE = Path.of("..", "docs", "gitops.md");
    private static final Pattern BLOCK = Pattern.compile("```yaml\n(healthCheckExprs:\n.*?)```", Pattern.DOTALL);
    private static final List<String> ORDER = List.of("inProgress", "failed", "current");

    private final CelCompiler compiler = CelCompilerFactory.standardCelCompilerBuilder()
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addVar("metadata", SimpleType.DYN)
            .addVar("spec", SimpleType.DYN)
            .addVar("status", SimpleType.DYN)
            .build();
    private final CelRuntime runtime =
            CelRuntimeFactory.legacyCelRuntimeBuilder().build();
    private final Map<String, String> expressions;

    private FluxExpressions(Map<String, String> expressions) {
        this.expressions = expressions;
    }

    @SuppressWarnings("unchecked")
    static FluxExpressions ofTheDocs() throws IOException {
        var block = BLOCK.matcher(Files.readString(PAGE));
        if (!block.find()) {
            throw new AssertionError(PAGE + " has no expressions for Flux");
        }
        Map<String, List<Map<String, String>>> yaml = Serialization.unmarshal(block.group(1), Map.class);
        return new FluxExpressions(yaml.get("healthCheckExprs").getFirst());
    }

    String status(Map<String, Object> object) throws CelValidationException, CelEvaluationException {
        for (var state : ORDER) {
            var program = runtime.createProgram(
                    compiler.compile(expressions.get(state)).getAst());
            if (program.eval(object) instanceof Boolean is && is) {
                return Character.toUpperCase(state.charAt(0)) + state.substring(1);
            }
        }
        return "InProgress";
    }
}
