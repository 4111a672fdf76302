package dev.hyperterse.rule;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.cel.common.CelProtoAbstractSyntaxTree;
import dev.cel.expr.CheckedExpr;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.hyperterse.catalog.access.AccessRule;
import java.util.Base64;
import java.util.Map;
import java.util.Set;

/** A compiled access rule. Thread-safe. */
public final class Rule {
    /** Knows the functions; nothing in it changes. */
    private static final CelRuntime RUNTIME = CelRuntimeFactory.standardCelRuntimeBuilder()
            .setOptions(RuleLanguage.OPTIONS)
            .build();

    /** Units of work that one evaluation may take. */
    public static final int MOST_WORK = EvaluationWork.MOST;

    private final CelRuntime.Program program;
    private final Map<Long, Integer> searched;
    private final Set<Long> compared;

    private Rule(CelRuntime.Program program, Map<Long, Integer> searched, Set<Long> compared) {
        this.program = program;
        this.searched = searched;
        this.compared = compared;
    }

    /**
     * Links what the operator has compiled, without parsing.
     *
     * @throws IllegalArgumentException when it is not a checked tree that this build can evaluate
     */
    public static Rule of(AccessRule.Program program) {
        try {
            var tree = CelProtoAbstractSyntaxTree.fromCheckedExpr(
                            CheckedExpr.parseFrom(Base64.getDecoder().decode(program.checked())))
                    .getAst();
            return new Rule(RUNTIME.createProgram(tree), SearchedTexts.of(tree), ComparedValues.of(tree));
        } catch (InvalidProtocolBufferException | CelEvaluationException broken) {
            throw new IllegalArgumentException("not a compiled rule: " + broken.getMessage(), broken);
        }
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
    private static final Decision TOO_MUCH_WORK = new Decision.Fails("TOO_MUCH_WORK");
    private static final Decision NO_BOOL = new Decision.Fails("NO_BOOL");

    /** @param values by the names of the variables; those that the rule does not read may be missing */
    public Decision evaluate(Map<String, ?> values) {
        return evaluate(values, MOST_WORK);
    }

    /** @param most units of work */
    public Decision evaluate(Map<String, ?> values, int most) {
        var work = new EvaluationWork(most, searched, compared);
        try {
            var result = program.trace(values, work);
            if (work.isExhausted()) {
                return TOO_MUCH_WORK;
            }
            return Boolean.TRUE.equals(result) ? ADMITS : Boolean.FALSE.equals(result) ? DENIES : NO_BOOL;
        } catch (CelEvaluationException failed) {
            return work.isExhausted()
                    ? TOO_MUCH_WORK
                    : new Decision.Fails(failed.getErrorCode().name());
        } catch (RuntimeException failed) {
            return new Decision.Fails(failed.getClass().getSimpleName());
        } catch (StackOverflowError tooDeep) {
            return new Decision.Fails("TOO_DEEP");
        }
    }
}
