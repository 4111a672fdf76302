package dev.hyperterse.runtime.mcp.legacy.session;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** All sets of the capabilities of one side, each there once: a replica holds one for each session. */
final class CapabilitySets<E extends Enum<E>> {
    private final List<Set<E>> byBits;

    CapabilitySets(Class<E> type) {
        var members = type.getEnumConstants();
        this.byBits = IntStream.range(0, 1 << members.length)
                .mapToObj(bits -> Arrays.stream(members)
                        .filter(member -> (bits & bit(member)) != 0)
                        .collect(Collectors.toUnmodifiableSet()))
                .toList();
    }

    private static int bit(Enum<?> member) {
        return 1 << member.ordinal();
    }

    static int bits(Set<? extends Enum<?>> members) {
        return members.stream().mapToInt(CapabilitySets::bit).sum();
    }

    /** The set with these members. */
    Set<E> of(Set<E> members) {
        return ofBits(bits(members));
    }

    /** The set of these bits; those that only a newer build knows are left out. */
    Set<E> ofBits(int bits) {
        return byBits.get(bits & byBits.size() - 1);
    }
}
