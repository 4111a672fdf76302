package dev.hyperterse.rule;

import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.hyperterse.catalog.access.AccessRule;
import java.util.Map;

/** A compiled access rule. Thread-safe. */
public final class Rule {
    /** Knows the functions; nothing in it changes. */
    private static final CelRuntime RUNTIME = CelRuntimeFactory.legacyCelRuntimeBuilder()
            .setOptions(RuleLanguage.OPTIONS)
            .build();

    /** Units of work that one evaluation may take. */
    public static final int MOST_WORK = EvaluationWork.MOST;

    private final EvaluatedProgram program;

    private Rule(EvaluatedProgram program) {
        this.program = program;
    }

    /**
     * Links what the operator has compiled, without parsing.
     *
     * @throws IllegalArgumentException when it is not a checked tree that this build can evaluate
     */
    public static Rule of(AccessRule.Program program) {
        return new Rule(EvaluatedProgram.of(program.checked(), RUNTIME));
    }

    /** The verdict of a rule about a caller or a call. */
    public sealed interface Decision {
        record Admits() implements Decision {}

        record Denies() implements Decision {}

        /** It has none, which admits no caller. @param why for the log; a kind of failure, which quotes no value */
        record Fails(String why) implements Decision {}
    }

    private static final Decision ADMITS = new Decision.Admits();
    private static final Decision DENIES = new Decision.Denies();
    private static final Decision NO_BOOL = new Decision.Fails("NO_BOOL");

    /** @param values by the names of the variables; those that the rule does not read may be missing */
    public Decision evaluate(Map<String, ?> values) {
        return evaluate(values, MOST_WORK);
    }

    /** @param most units of work */
    public Decision evaluate(Map<String, ?> values, int most) {
        return switch (program.evaluate(values, most)) {
            case EvaluatedProgram.Outcome.Failed(var why) -> new Decision.Fails(why);
            case EvaluatedProgram.Outcome.Value(var result) ->
                Boolean.TRUE.equals(result) ? ADMITS : Boolean.FALSE.equals(result) ? DENIES : NO_BOOL;
        };
    }
}
