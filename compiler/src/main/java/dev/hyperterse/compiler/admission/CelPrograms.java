package dev.hyperterse.compiler.admission;

import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Compiles CEL on first use and caches the programs, so that a run pays only for the rules that apply to its objects.
 * Functions are limited to those that the oldest supported API server and this library share; a rule of our CRDs that
 * uses another function does not compile, and a test finds it.
 */
final class CelPrograms {
    private static final String SELF = "self";

    /** An API server compares an int with a double; it bounds iterations by cost, and all our lists are bounded. */
    private static final CelOptions OPTIONS =
            CelOptions.current().enableHeterogeneousNumericComparisons(true).build();

    static final CompletableFuture<CelPrograms> OF_THIS_PROCESS = CompletableFuture.supplyAsync(CelPrograms::new);

    private final CelCompiler compiler = CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(OPTIONS)
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addVar(SELF, SimpleType.DYN)
            .addLibraries(CelExtensions.strings(), CelExtensions.sets(OPTIONS))
            .build();
    private final CelRuntime runtime = CelRuntimeFactory.legacyCelRuntimeBuilder()
            .setOptions(OPTIONS)
            .addLibraries(CelExtensions.strings(), CelExtensions.sets(OPTIONS))
            .build();
    private final Map<String, CelRuntime.Program> programs = new ConcurrentHashMap<>();

    Object evaluate(String expression, Object self) throws CelEvaluationException {
        return programs.computeIfAbsent(expression, this::compile).eval(Map.of(SELF, self));
    }

    CelRuntime.Program compile(String expression) {
        try {
            return runtime.createProgram(compiler.compile(expression).getAst());
        } catch (CelValidationException | CelEvaluationException broken) {
            throw new IllegalStateException("a CEL rule of our CRDs does not compile: " + expression, broken);
        }
    }
}
