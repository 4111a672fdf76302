package dev.hyperterse.runtime.auth;

import dev.hyperterse.runtime.call.Principal;

/** Whether a token is good for whoever has it, or for the holder of a key alone (RFC 7800). */
sealed interface Confirmation {
    String CLAIM = "cnf";

    /** Whoever has it. */
    record Bearer() implements Confirmation {}

    /** Who proves that it has the key with that thumbprint (RFC 9449). */
    record Key(String thumbprint) implements Confirmation {}

    /** In a way that is not looked at here, such as a certificate. */
    record Other() implements Confirmation {}

    static Confirmation of(Principal principal) {
        var claim = principal.claims().get(CLAIM);
        if (claim == null) {
            return new Bearer();
        }
        var thumbprint = claim.path("jkt");
        return claim.isObject() && claim.size() == 1 && thumbprint.isString()
                ? new Key(thumbprint.stringValue())
                : new Other();
    }
}
