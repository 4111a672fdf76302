package dev.hyperterse.runtime.auth.proof;

import dev.hyperterse.calls.Principal;

/** Whether a token is a bearer token or bound to a key (RFC 7800). */
public sealed interface Confirmation {
    String CLAIM = "cnf";

    /** Valid for any holder. */
    record Bearer() implements Confirmation {}

    /** Valid with a proof of the key that has this thumbprint (RFC 9449). */
    record Key(String thumbprint) implements Confirmation {}

    /** Bound in another way, such as to a certificate, which is not supported. */
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
