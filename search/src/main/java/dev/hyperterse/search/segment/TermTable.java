package dev.hyperterse.search.segment;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

/** Distinct strings numbered from zero, found by hashing; immutable. Ids stay valid when a table is extended. */
public final class TermTable {
    public static final TermTable EMPTY = new TermTable(new String[0], 0, new int[] {-1, -1});
    public static final int ABSENT = -1;

    private final String[] terms;
    private final int size;
    /** Open addressing, a power of two at most half full; holds ids or {@link #ABSENT}. */
    private final int[] slots;

    private TermTable(String[] terms, int size, int[] slots) {
        this.terms = terms;
        this.size = size;
        this.slots = slots;
    }

    static TermTable of(Collection<String> terms) {
        return EMPTY.extendedBy(terms);
    }

    /** A table with the same ids, and new ones for the missing strings, in their order. */
    public TermTable extendedBy(Collection<String> more) {
        var absent = new LinkedHashSet<String>();
        for (var term : more) {
            if (find(term) == ABSENT) {
                absent.add(term);
            }
        }
        if (absent.isEmpty()) {
            return this;
        }
        var all = Arrays.copyOf(terms, size + absent.size());
        int next = size;
        for (var term : absent) {
            all[next++] = term;
        }
        boolean roomy = all.length * 2 <= slots.length;
        var extended = roomy ? slots.clone() : emptySlots(all.length);
        for (int id = roomy ? size : 0; id < all.length; id++) {
            extended[freeSlot(extended, all[id])] = id;
        }
        return new TermTable(all, all.length, extended);
    }

    public int find(String term) {
        int mask = slots.length - 1;
        for (int slot = spread(term) & mask; ; slot = (slot + 1) & mask) {
            int id = slots[slot];
            if (id == ABSENT || terms[id].equals(term)) {
                return id;
            }
        }
    }

    public String term(int id) {
        return terms[id];
    }

    public List<String> all() {
        return Arrays.asList(terms);
    }

    public int size() {
        return size;
    }

    private static int[] emptySlots(int terms) {
        var slots = new int[Math.max(2, Integer.highestOneBit(Math.max(1, terms)) * 4)];
        Arrays.fill(slots, ABSENT);
        return slots;
    }

    private static int freeSlot(int[] slots, String term) {
        int mask = slots.length - 1;
        int slot = spread(term) & mask;
        while (slots[slot] != ABSENT) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** String hashes of similar words differ in the low bits only. */
    private static int spread(String term) {
        int hash = term.hashCode() * 0x9E3779B9;
        return hash ^ hash >>> 16;
    }
}
