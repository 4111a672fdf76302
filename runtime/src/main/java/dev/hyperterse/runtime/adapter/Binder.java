package dev.hyperterse.runtime.adapter;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.Principal;
import dev.hyperterse.runtime.memory.Reservation;

/**
 * Turns the values of a call into the operation of one action, which was worked out when its tool was linked. Safe for
 * concurrent calls.
 *
 * @param <O> an operation as a connector takes it
 */
@FunctionalInterface
public interface Binder<O> {
    /**
     * @param inputs in their declared order; null is absent
     * @param memory of the call: what values take is taken from it before it is made
     * @throws CallFailure when a value cannot be what the operation needs
     */
    O bind(Object[] inputs, Principal principal, Reservation memory);
}
