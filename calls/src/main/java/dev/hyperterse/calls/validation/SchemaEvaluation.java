package dev.hyperterse.calls.validation;

import dev.hyperterse.calls.memory.Reservation;
import java.util.function.Supplier;

/**
 * One evaluation of a schema: its remaining work, its annotations, and its depth. The validator passes its context to
 * keywords but not to patterns, so it is bound to the thread during the evaluation.
 */
final class SchemaEvaluation {
    private static final ScopedValue<SchemaEvaluation> CURRENT = ScopedValue.newInstance();
    /** Keywords within keywords; arguments are 64 levels deep at most, and each level takes a few. */
    private static final int DEEPEST = 512;

    /** An annotation with its paths and places in collections, and each name or position that it lists. */
    private static final long ANNOTATION = 512;

    private static final long LISTED = 64;

    private final ValidationWork work;
    private final Reservation memory;
    private long kept;
    private int depth;

    private SchemaEvaluation(ValidationWork work, Reservation memory) {
        this.work = work;
        this.memory = memory;
    }

    static <T> T within(ValidationWork work, Reservation memory, Supplier<T> evaluation) {
        var current = new SchemaEvaluation(work, memory);
        var result = ScopedValue.where(CURRENT, current).call(evaluation::get);
        memory.giveBack(current.kept);
        return result;
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

    /**
     * Counts an annotation with that many members before it is stored; unevaluated keywords iterate over all of them.
     */
    void annotate(long members) {
        work.spend(members);
        var bytes = ANNOTATION + LISTED * members;
        memory.take(bytes);
        kept += bytes;
    }

    void enter() {
        if (++depth > DEEPEST) {
            throw ValidationFailures.arguments("nested deeper than their schema can be followed");
        }
    }

    void leave() {
        depth--;
    }
}
