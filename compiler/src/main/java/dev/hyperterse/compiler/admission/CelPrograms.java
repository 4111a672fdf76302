package dev.hyperterse.compiler.admission;

import dev.cel.common.CelAbstractSyntaxTree;
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
    private static final String OLD_SELF = "oldSelf";

    /** An API server compares an int with a double; it bounds iterations by cost, and all our lists are bounded. */
    private static final CelOptions OPTIONS =
            CelOptions.current().enableHeterogeneousNumericComparisons(true).build();

    static final CompletableFuture<CelPrograms> OF_THIS_PROCESS = CompletableFuture.supplyAsync(CelPrograms::new);

    private final CelCompiler compiler = CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(OPTIONS)
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addVar(SELF, SimpleType.DYN)
            .addVar(OLD_SELF, SimpleType.DYN)
            .addLibraries(CelExtensions.strings(), CelExtensions.sets(OPTIONS))
            .build();
    private final CelRuntime runtime = CelRuntimeFactory.standardCelRuntimeBuilder()
            .setOptions(OPTIONS)
            .addLibraries(CelExtensions.strings(), CelExtensions.sets(OPTIONS))
            .build();
    private final Map<String, Program> programs = new ConcurrentHashMap<>();

    /** A compiled expression. */
    sealed interface Program {
        /** Compares with the stored object; there is none, so the API server would not evaluate it either. */
        record Transition() implements Program {}

        record Check(CelRuntime.Program program) implements Program {
            Object evaluate(Object self) throws CelEvaluationException {
                return program.eval(Map.of(SELF, self));
            }
        }
    }

    Program program(String expression) {
        return programs.computeIfAbsent(expression, this::compile);
    }

    private Program compile(String expression) {
        try {
            var tree = compiler.compile(expression).getAst();
            return readsOldSelf(tree) ? new Program.Transition() : new Program.Check(runtime.createProgram(tree));
        } catch (CelValidationException | CelEvaluationException broken) {
            throw new IllegalStateException("a CEL rule of our CRDs does not compile: " + expression, broken);
        }
    }

    private static boolean readsOldSelf(CelAbstractSyntaxTree tree) {
        return tree.getReferenceMap().values().stream()
                .anyMatch(reference -> reference.name().equals(OLD_SELF));
    }
}
