package dev.hyperterse.playground.e2e;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A verb on a kind of objects.
 *
 * @param resource as in {@code tools.hyperterse.dev/status}
 */
record Right(String verb, String resource) implements Comparable<Right> {
    static Right of(String verb, String group, String resource, String subresource) {
        return new Right(
                verb,
                resource + (group.isEmpty() ? "" : "." + group) + (subresource.isEmpty() ? "" : "/" + subresource));
    }

    /** Names of objects, which a rule can be limited to, are left out. */
    static Set<Right> in(List<PolicyRule> rules) {
        var rights = new TreeSet<Right>();
        for (var rule : rules) {
            for (var group : rule.getApiGroups()) {
                for (var resource : rule.getResources()) {
                    var parts = (resource + "/").split("/", 2);
                    var subresource = parts[1].replace("/", "");
                    rule.getVerbs().forEach(verb -> rights.add(of(verb, group, parts[0], subresource)));
                }
            }
        }
        return rights;
    }

    @Override
    public int compareTo(Right other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return resource + " " + verb;
    }
}
