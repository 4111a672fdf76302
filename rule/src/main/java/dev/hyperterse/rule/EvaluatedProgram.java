package dev.hyperterse.rule;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelProtoAbstractSyntaxTree;
import dev.cel.expr.CheckedExpr;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelVariableResolver;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A checked tree that is evaluated within bounds. Thread-safe. */
record EvaluatedProgram(CelRuntime.Program program, Map<Long, Integer> searched, Set<Long> compared) {
    private static final String TOO_MUCH_WORK = "TOO_MUCH_WORK";

    /**
     * Links what has been compiled before, without parsing.
     *
     * @param checked in CEL's own encoding, in base64
     * @throws IllegalArgumentException when it is not a checked tree that this build can evaluate
     */
    static EvaluatedProgram of(String checked, CelRuntime runtime) {
        try {
            var tree = CelProtoAbstractSyntaxTree.fromCheckedExpr(
                            CheckedExpr.parseFrom(Base64.getDecoder().decode(checked)))
                    .getAst();
            return new EvaluatedProgram(runtime.createProgram(tree), SearchedTexts.of(tree), ComparedValues.of(tree));
        } catch (InvalidProtocolBufferException | CelEvaluationException broken) {
            throw new IllegalArgumentException("not a compiled expression: " + broken.getMessage(), broken);
        }
    }

    /** The form of a tree that {@link #of} reads. */
    static String written(CelAbstractSyntaxTree tree) {
        return Base64.getEncoder()
                .encodeToString(DeterministicBytes.of(
                        CelProtoAbstractSyntaxTree.fromCelAst(tree).toCheckedExpr()));
    }

    /** The outcome of an evaluation. */
    sealed interface Outcome {
        record Value(Object value) implements Outcome {}

        /** @param why a kind of failure, which quotes no value */
        record Failed(String why) implements Outcome {}
    }

    /**
     * @param values by the names of the variables; those that the program does not read may be missing
     * @param most units of work
     */
    Outcome evaluate(Map<String, ?> values, int most) {
        var work = new EvaluationWork(most, searched, compared);
        try {
            // CEL copies a map at each evaluation.
            CelVariableResolver variables = name -> Optional.ofNullable(values.get(name));
            var value = program.trace(variables, work);
            return work.isExhausted() ? new Outcome.Failed(TOO_MUCH_WORK) : new Outcome.Value(value);
        } catch (CelEvaluationException failed) {
            return new Outcome.Failed(
                    work.isExhausted() ? TOO_MUCH_WORK : failed.getErrorCode().name());
        } catch (RuntimeException failed) {
            return new Outcome.Failed(failed.getClass().getSimpleName());
        } catch (StackOverflowError tooDeep) {
            return new Outcome.Failed("TOO_DEEP");
        }
    }
}
