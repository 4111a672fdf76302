package dev.hyperterse.runtime.pipeline;

import java.util.function.Supplier;

/**
 * One evaluation of a schema: what it may cost, and how deep it is. The validator hands its context to keywords but not
 * to patterns, so it is bound to the thread for as long as the evaluation lasts.
 */
final class SchemaEvaluation {
    private static final ScopedValue<SchemaEvaluation> CURRENT = ScopedValue.newInstance();
    /** Keywords within keywords; arguments are 64 levels deep at most, and each level takes a few. */
    private static final int DEEPEST = 512;

    private final ValidationWork work;
    private int depth;

    private SchemaEvaluation(ValidationWork work) {
        this.work = work;
    }

    static <T> T within(ValidationWork work, Supplier<T> evaluation) {
        return ScopedValue.where(CURRENT, new SchemaEvaluation(work)).call(evaluation::get);
    }

    static SchemaEvaluation current() {
        return CURRENT.get();
    }

    ValidationWork work() {
        return work;
    }

    void spend(long units) {
        work.spend(units);
    }

    void enter() {
        if (++depth > DEEPEST) {
            throw Invalid.arguments("nested deeper than their schema can be followed");
        }
    }

    void leave() {
        depth--;
    }
}
