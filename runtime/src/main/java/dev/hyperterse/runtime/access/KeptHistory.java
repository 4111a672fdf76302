package dev.hyperterse.runtime.access;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.access.PastCalls;
import dev.hyperterse.runtime.history.CallHistory;
import java.util.Collection;
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
 * @param named the calls of other tools that its rules look back at; those of tools and inputs that it does not have are
 *     left out, so that a rule with a mistake in a name fails instead of finding no calls
 */
public record KeptHistory(CallHistory history, Set<PastCalls> named) {
    /** For tools that no client calls. */
    public static final KeptHistory NONE = new KeptHistory(CallHistory.NONE, Set.of());

    /** Compares sets by content and histories by identity. */
    public static KeptHistory of(CallHistory history, Collection<Leaf> leaves) {
        var named = named(leaves);
        if (named.isEmpty()) {
            return new KeptHistory(history, named);
        }
        var tools = leaves.stream()
                .filter(ToolLeaf.class::isInstance)
                .map(ToolLeaf.class::cast)
                .collect(Collectors.toMap(ToolLeaf::name, Function.identity(), (one, _) -> one));
        named.removeIf(past -> !isThere(past, tools));
        return new KeptHistory(history, Set.copyOf(named));
    }

    private static Set<PastCalls> named(Collection<Leaf> leaves) {
        var named = new HashSet<PastCalls>();
        for (var leaf : leaves) {
            leaf.access().ifPresent(access -> access.past()
                    .filter(past -> past.tool().isPresent())
                    .forEach(named::add));
        }
        return named;
    }

    private static boolean isThere(PastCalls past, Map<String, ToolLeaf> tools) {
        return Optional.ofNullable(tools.get(past.tool().orElseThrow()))
                .filter(tool -> past.input().stream().allMatch(tool::hasNumber))
                .isPresent();
    }
}
