package dev.hyperterse.calls.adapter;

import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The kind of operation that an engine runs: SQL of a dialect, say. A tool is linked to an adapter only if its action
 * is of the adapter's kind.
 *
 * @param <O> an operation as a connector takes it
 */
@FunctionalInterface
public interface OperationKind<O> {
    /**
     * The binder of an action; empty when the action is of another kind.
     *
     * @param inputs in the order that a call has their values in
     * @param values of the environment
     */
    Optional<Binder<O>> binder(Action action, List<Input> inputs, ValueSet values);

    /**
     * The operation with a comment of its own in place of the shared one; unchanged for engines without comments.
     */
    default O commented(O operation, String usual, String instead) {
        return operation;
    }

    /** The SQL of an operation, without the comment of its call; empty if a call has chosen a part of it, or there is none. */
    default Optional<String> sql(O operation) {
        return Optional.empty();
    }

    /**
     * The operation with what it takes of its call beside the bound values; unchanged for engines that take nothing.
     *
     * @param inputs the validated inputs as a JSON object, made on demand
     */
    default O within(O operation, CallContext context, Supplier<String> inputs) {
        return operation;
    }

    /** Whether the other side may answer callers in different ways, so that no result is kept for another one. */
    default boolean dependsOnCaller() {
        return false;
    }

    /** Whether an operation that was run has ended with questions to its client, and without a result. */
    default boolean isInputRequired(O operation) {
        return false;
    }

    /**
     * The action in a form that its engine can check; empty when it cannot, or the action is of another kind.
     *
     * @param values of the environment
     */
    default Optional<Sample<O>> sample(Action action, ValueSet values) {
        return Optional.empty();
    }
}
