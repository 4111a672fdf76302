package dev.hyperterse.runtime.auth.caller;

import dev.hyperterse.calls.Principal;
import tools.jackson.databind.JsonNode;

/**
 * Estimates the heap bytes of a caller. Many short claims take more than a few long ones, so the length of the token is
 * not a measure. The constants are measured (decision 0335).
 */
final class CallerWeight {
    /** The digest, the cache entry, the result and the principal itself. */
    private static final int ENTRY = 512;

    /** A text or a number, without its characters. */
    private static final int VALUE = 64;

    /** A member of an object, without its value; names of claims are shared. */
    private static final int MEMBER = 48;

    /** An element of a set, without its value. */
    private static final int PLACE = 8;

    private CallerWeight() {}

    static int of(Principal principal) {
        long bytes =
                ENTRY + PLACE * (principal.scopes().size() + principal.groups().size());
        for (var scope : principal.scopes()) {
            bytes += VALUE + scope.length();
        }
        var claims = 0L;
        for (var claim : principal.claims().values()) {
            claims += MEMBER + of(claim);
        }
        var groups = 0L;
        for (var group : principal.groups()) {
            groups += VALUE + group.length();
        }
        // The groups of a token are texts of its claims, those that a script returns are not.
        return (int) Math.min(bytes + Math.max(claims, groups), Integer.MAX_VALUE);
    }

    private static long of(JsonNode node) {
        long bytes = VALUE + (node.isString() ? node.stringValue().length() : 0);
        for (var item : node) {
            bytes += of(item);
        }
        return node.isObject() ? bytes + (long) MEMBER * node.size() : bytes;
    }
}
