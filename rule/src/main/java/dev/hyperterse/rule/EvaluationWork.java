package dev.hyperterse.rule;

import dev.cel.common.ast.CelExpr;
import dev.cel.runtime.CelEvaluationListener;
import java.util.Collection;
import java.util.Map;

/** Counts what one evaluation does: a unit for each step, and more where what it leaves is large. */
final class EvaluationWork implements CelEvaluationListener {
    static final int MOST = 100_000;

    /** Characters that are read or written as fast as a step is taken. */
    private static final int CHARACTERS = 16;

    private int left = MOST;

    @Override
    public void callback(CelExpr step, Object result) {
        left -= 1 + size(result);
        if (left < 0) {
            // '||' and '&&' take an error of one side for the other; the next step fails as well, so it ends all the
            // same.
            throw new IllegalStateException("too much work");
        }
    }

    boolean isExhausted() {
        return left < 0;
    }

    private static int size(Object result) {
        return switch (result) {
            case String text -> text.length() / CHARACTERS;
            case Collection<?> items -> items.size();
            case Map<?, ?> entries -> entries.size();
            case null, default -> 0;
        };
    }
}
