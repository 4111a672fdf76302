package dev.hyperterse.runtime.live;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Revision;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The lists that changed for a caller since a position that its client knows. Exact for revisions that this replica has
 * served and still stores; for older ones and other epochs, every list counts as changed.
 *
 * @param since the first sequence of this epoch after which every change is stored
 * @param changed the sequence of the last occurrence of each change
 */
record ChangeHistory(long since, Map<ListedChange, Long> changed, Revision now) {
    static ChangeHistory beginningWith(Revision first) {
        return new ChangeHistory(first.sequence(), Map.of(), first);
    }

    ChangeHistory then(Revision next, Set<ListedChange> changes) {
        if (!next.epoch().equals(now.epoch()) || next.sequence() < now.sequence()) {
            // Sequences of another epoch, or after a restore of etcd, cannot be compared with the former ones.
            return beginningWith(next);
        }
        if (changes.isEmpty()) {
            return new ChangeHistory(since, changed, next);
        }
        var after = new HashMap<>(changed);
        changes.forEach(change -> after.put(change, next.sequence()));
        return new ChangeHistory(bounded(after), Map.copyOf(after), next);
    }

    /**
     * Drops the oldest changes beyond the limits of number and work, and returns the sequence after which all are
     * stored.
     */
    private long bounded(Map<ListedChange, Long> changes) {
        var known = since;
        var work = changes.keySet().stream().mapToLong(ListedChange::work).sum();
        var oldest = changes.entrySet().stream()
                .sorted(Comparator.comparing(Map.Entry::getValue))
                .map(Map.Entry::copyOf)
                .iterator();
        while (!DefinitionChanges.fits(changes.size(), work)) {
            var forgotten = oldest.next();
            changes.remove(forgotten.getKey());
            work -= forgotten.getKey().work();
            known = Math.max(known, forgotten.getValue());
        }
        return known;
    }

    /** {@code position} is a {@link Revision#position()}, as received from a client. */
    Set<ChangeKind> after(String position, Principal principal) {
        if (position.equals(now.position())) {
            return Set.of();
        }
        return sequence(position)
                .filter(sequence -> sequence >= since && sequence <= now.sequence())
                .map(sequence -> after(sequence, principal))
                .orElseGet(() -> EnumSet.allOf(ChangeKind.class));
    }

    private Set<ChangeKind> after(long sequence, Principal principal) {
        var lists = EnumSet.noneOf(ChangeKind.class);
        changed.forEach((change, at) -> {
            if (at > sequence && !lists.contains(change.list()) && change.isNoticedBy(principal)) {
                lists.add(change.list());
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
