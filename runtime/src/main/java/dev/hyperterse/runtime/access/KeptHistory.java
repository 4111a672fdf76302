package dev.hyperterse.runtime.access;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.access.AccessRule;
import dev.hyperterse.catalog.access.PastCalls;
import dev.hyperterse.runtime.history.CallHistory;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The history of a catalog.
 *
 * @param history where calls are kept
 * @param named the calls of other tools that its rules look back at. Those of tools and inputs that it does not have, and of
 *     tools that scripts of the definition could not call, are left out: such a rule fails instead of finding no calls
 * @param ofServer the rules of the server, which may name each of its tools
 */
public record KeptHistory(CallHistory history, Set<Named> named, Set<AccessRule> ofServer) {
    /** For tools that no client calls. */
    public static final KeptHistory NONE = new KeptHistory(CallHistory.NONE, Set.of(), Set.of());

    /** Calls of a tool that rules of a namespace name; empty for those of the server. */
    record Named(Optional<String> namespace, PastCalls past) {}

    public static KeptHistory of(CallHistory history, Catalog catalog) {
        var rules = Set.copyOf(catalog.server().auth().rules());
        var kept = new KeptHistory(history, new HashSet<>(), rules);
        for (var leaf : catalog.leaves()) {
            leaf.access().ifPresent(access -> access.rules().forEach(rule -> rule.program().past().stream()
                    .filter(past -> past.tool().isPresent())
                    .forEach(past -> kept.named().add(kept.name(rule, leaf, past)))));
        }
        if (!kept.named().isEmpty()) {
            var tools = catalog.leaves().stream()
                    .filter(ToolLeaf.class::isInstance)
                    .map(ToolLeaf.class::cast)
                    .collect(Collectors.toMap(ToolLeaf::name, Function.identity(), (one, _) -> one));
            kept.named().removeIf(named -> !isThere(named, tools));
        }
        return kept;
    }

    private Named name(AccessRule rule, Leaf leaf, PastCalls past) {
        return new Named(
                ofServer.contains(rule)
                        ? Optional.empty()
                        : Optional.of(leaf.identity().namespace()),
                past);
    }

    private static boolean isThere(Named named, Map<String, ToolLeaf> tools) {
        return Optional.ofNullable(tools.get(named.past().tool().orElseThrow()))
                .filter(tool -> named.namespace().stream().allMatch(tool::isCallableFrom))
                .filter(tool -> named.past().input().stream().allMatch(tool::hasNumber))
                .isPresent();
    }

    /** Whether a rule of that definition can look back at the calls of a tool. */
    boolean has(AccessRule rule, Leaf leaf, PastCalls past) {
        return named.contains(name(rule, leaf, past));
    }
}
