package dev.hyperterse.runtime.call;

/**
 * What a call is made with, beside its arguments.
 *
 * @param principal who calls
 * @param client through which program, and the way to notify it meanwhile
 * @param scope until when
 */
public record CallContext(Principal principal, Client client, CallScope scope) {}
