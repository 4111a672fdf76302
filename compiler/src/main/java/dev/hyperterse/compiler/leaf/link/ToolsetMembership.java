package dev.hyperterse.compiler.leaf.link;

import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.crds.v1alpha1.HyperterseServerSpec;
import dev.hyperterse.crds.v1alpha1.server.Toolset;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides which toolsets a leaf belongs to. It becomes a part of the leaf's access policy, so replicas hide it at other URLs
 * by what hides it from callers.
 *
 * @param selectors of the toolsets that replicas get, by name; one that is published and not declared any more selects
 *     nothing
 */
public record ToolsetMembership(Map<String, Optional<Toolset.Select>> selectors) {
    public static ToolsetMembership of(HyperterseServerSpec spec, Optional<ServerSettings> served) {
        var selectors = new HashMap<String, Optional<Toolset.Select>>();
        served.map(ServerSettings::toolsets)
                .orElseGet(List::of)
                .forEach(toolset -> selectors.put(
                        toolset.name(),
                        spec.toolsets().stream()
                                .filter(it -> it.name().equals(toolset.name()))
                                .map(Toolset::select)
                                .findFirst()));
        return new ToolsetMembership(selectors);
    }

    /** @param name of a tool or prompt as clients see it, or the URI of a resource */
    public Optional<AccessPolicy> bind(Optional<AccessPolicy> policy, ObjectMeta leaf, String name) {
        return selectors.isEmpty()
                ? policy
                : Optional.of(policy.orElseGet(() -> AccessPolicy.of(List.of())).in(toolsets(leaf, name)));
    }

    private Set<String> toolsets(ObjectMeta leaf, String name) {
        var labels = Optional.ofNullable(leaf.getLabels()).orElseGet(Map::of);
        var members = new TreeSet<String>();
        selectors.forEach((toolset, select) ->
                select.filter(it -> selects(it, labels, name)).ifPresent(_ -> members.add(toolset)));
        return members;
    }

    private static boolean selects(Toolset.Select select, Map<String, String> labels, String name) {
        return select.names().contains(name)
                || !select.labels().isEmpty()
                        && labels.entrySet().containsAll(select.labels().entrySet());
    }
}
