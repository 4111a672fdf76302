package dev.hyperterse.rule;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.values.CelByteString;
import dev.cel.runtime.CelEvaluationListener;
import dev.cel.runtime.ConcatenatedListView;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** Counts what one evaluation does: a unit for each step, and more where what it leaves is large, or is searched. */
final class EvaluationWork implements CelEvaluationListener {
    static final int MOST = 100_000;

    /** Characters that are read or written as fast as a step is taken. */
    private static final int CHARACTERS = 16;

    private final Map<Long, Integer> searched;
    private final Set<Long> compared;
    private long left;

    /**
     * @param searched instructions for each character of what a step leaves
     * @param compared steps whose lists and maps are compared with others
     */
    EvaluationWork(int most, Map<Long, Integer> searched, Set<Long> compared) {
        this.left = most;
        this.searched = searched;
        this.compared = compared;
    }

    @Override
    public void callback(CelExpr step, Object result) {
        left -= 1 + size(result) + search(step, result);
        if (left >= 0 && compared.contains(step.id())) {
            left -= ComparedValues.within(result, left);
        }
        if (left < 0) {
            // '||' and '&&' take an error of one side for the other; the next step fails as well, so it ends all the
            // same.
            throw new IllegalStateException("too much work");
        }
    }

    private long search(CelExpr step, Object result) {
        return searched.isEmpty() || !(result instanceof String text)
                ? 0
                : (long) text.length() * searched.getOrDefault(step.id(), 0) / CHARACTERS;
    }

    boolean isExhausted() {
        return left < 0;
    }

    static int size(Object result) {
        return switch (result) {
            case String text -> text.length() / CHARACTERS;
            case CelByteString bytes -> bytes.size() / CHARACTERS;
            // A list of which a loop makes the rest; it counts once it is whole.
            case ConcatenatedListView<?> _ -> 0;
            case Collection<?> items -> items.size();
            case Map<?, ?> entries -> entries.size();
            case null, default -> 0;
        };
    }
}
