package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.Revision;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which lists changed after a position that a client remembers. Only what this replica has seen itself can be told
 * precisely; for anything older or from another epoch, every list may have changed.
 *
 * @param since the first revision of this epoch that was served here
 * @param changed the sequence at which each list last changed
 */
record ChangeHistory(Revision since, Map<ChangeKind, Long> changed, Revision now) {
    static ChangeHistory beginningWith(Revision first) {
        return new ChangeHistory(first, Map.of(), first);
    }

    ChangeHistory then(Revision next, Set<ChangeKind> lists) {
        if (!next.epoch().equals(now.epoch()) || next.sequence() < now.sequence()) {
            // Another leadership counts anew, and a restored store counts backwards: what was before cannot be placed.
            return beginningWith(next);
        }
        var after = new EnumMap<ChangeKind, Long>(ChangeKind.class);
        after.putAll(changed);
        lists.forEach(list -> after.put(list, next.sequence()));
        return new ChangeHistory(since, after, next);
    }

    /** {@code position} is a {@link Revision#position()}, as it came back from a client. */
    Set<ChangeKind> after(String position) {
        if (position.equals(now.position())) {
            return Set.of();
        }
        return sequence(position)
                .filter(sequence -> sequence >= since.sequence() && sequence <= now.sequence())
                .map(this::after)
                .orElseGet(() -> EnumSet.allOf(ChangeKind.class));
    }

    private Set<ChangeKind> after(long sequence) {
        var lists = EnumSet.noneOf(ChangeKind.class);
        changed.forEach((list, at) -> {
            if (at > sequence) {
                lists.add(list);
            }
        });
        return lists;
    }

    private Optional<Long> sequence(String position) {
        int dot = position.lastIndexOf('.');
        if (dot < 0 || !position.substring(0, dot).equals(now.epoch())) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(position, dot + 1, position.length(), 10));
        } catch (NumberFormatException notOurs) {
            return Optional.empty();
        }
    }
}
