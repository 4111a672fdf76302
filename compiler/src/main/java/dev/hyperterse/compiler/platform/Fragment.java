package dev.hyperterse.compiler.platform;

import dev.hyperterse.compiler.resolve.grant.Grantees;
import java.util.Map;

/**
 * One fragment of a server's spec.
 *
 * @param namespaces whose servers it is merged with
 * @param defaults are merged under the spec of a server
 * @param overrides are merged over it
 */
record Fragment(
        String name, Grantees.Selector namespaces, Map<String, Object> defaults, Map<String, Object> overrides) {
    /** Whether it says anything about a member of the spec; a problem of the spec itself is of all members. */
    boolean concerns(String member) {
        return member.isEmpty() || defaults.containsKey(member) || overrides.containsKey(member);
    }
}
