package dev.hyperterse.runtime.auth.caller;

import dev.hyperterse.calls.Principal;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
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
        var texts = Collections.<String>newSetFromMap(new IdentityHashMap<>());
        for (var claim : principal.claims().values()) {
            bytes += MEMBER + of(claim, texts);
        }
        for (var group : principal.groups()) {
            // The groups of a token are texts of its claims, those that a script returns are not.
            if (!texts.contains(group)) {
                bytes += VALUE + group.length();
            }
        }
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    /** @param texts gets those of the node */
    private static long of(JsonNode node, Set<String> texts) {
        long bytes = VALUE;
        if (node.isString()) {
            texts.add(node.stringValue());
            bytes += node.stringValue().length();
        }
        for (var item : node) {
            bytes += of(item, texts);
        }
        return node.isObject() ? bytes + (long) MEMBER * node.size() : bytes;
    }
}
