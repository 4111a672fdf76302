package dev.hyperterse.calls.adapter;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.memory.Reservation;

/**
 * Binds the values of a call into the operation of one action, which was prepared when its tool was linked. Safe for
 * concurrent calls.
 *
 * @param <O> an operation as a connector takes it
 */
@FunctionalInterface
public interface Binder<O> {
    /**
     * @param inputs in their declared order; null is absent
     * @param memory of the call, reserved before values are allocated
     * @throws CallFailure when a value cannot be converted to the required type
     */
    O bind(Object[] inputs, Principal principal, Reservation memory);
}
