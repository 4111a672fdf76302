package dev.hyperterse.rule;

import dev.cel.common.values.NullValue;
import dev.cel.extensions.CelExtensions;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.hyperterse.catalog.composition.Expression;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A compiled expression. Thread-safe. */
public final class LinkedExpression {
    private static final CelRuntime RUNTIME = CelRuntimeFactory.legacyCelRuntimeBuilder()
            .setOptions(ExpressionLanguage.OPTIONS)
            .addLibraries(ExpressionLanguage.OPTIONALS, ExpressionLanguage.TEXTS, CelExtensions.math())
            .addFunctionBindings(ExpressionFunctions.BINDINGS)
            .build();

    private final EvaluatedProgram program;

    private LinkedExpression(EvaluatedProgram program) {
        this.program = program;
    }

    /** @throws IllegalArgumentException when it is not a checked tree that this build can evaluate */
    public static LinkedExpression of(Expression expression) {
        return new LinkedExpression(EvaluatedProgram.of(expression.checked(), RUNTIME));
    }

    /** The outcome of an evaluation. */
    public sealed interface Outcome {
        /** @param value of CEL */
        record Value(Object value) implements Outcome {}

        /** Null, or an optional value that there is not. */
        record Absent() implements Outcome {}

        /** @param why in words; quotes no value */
        record Failed(String why) implements Outcome {}
    }

    /** @param values by the names of the variables; those that the expression does not read may be missing */
    public Outcome evaluate(Map<String, ?> values) {
        return switch (program.evaluate(values, EvaluationWork.MOST)) {
            case EvaluatedProgram.Outcome.Value(var value) -> value(value);
            case EvaluatedProgram.Outcome.Failed(var why) ->
                new Outcome.Failed(why.replace('_', ' ').toLowerCase(Locale.ROOT));
        };
    }

    private static Outcome value(Object value) {
        return switch (value) {
            case NullValue _ -> new Outcome.Absent();
            case Optional<?> maybe -> maybe.map(LinkedExpression::value).orElseGet(Outcome.Absent::new);
            default -> new Outcome.Value(value);
        };
    }
}
