package dev.hyperterse.runtime.live.definition;

import dev.hyperterse.calls.memory.ResultBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One list that clients page through, in the order of its keys. Pages are cut when a catalog is built. A cursor of an
 * earlier catalog may point into a page; it then gets a page that begins there.
 */
public final class Listing {
    static final int PAGE_ENTRIES = 1_000;
    static final int PAGE_BYTES = 1024 * 1024;

    private static final Listing EMPTY = new Listing(List.of());

    private final List<Entry> entries;
    private final List<Page> pages;

    private Listing(List<Entry> sorted) {
        this.entries = sorted;
        this.pages = cut(sorted);
    }

    /** One entry: its sort key and its JSON. */
    public record Entry(String key, byte[] json) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            return key.compareTo(other.key);
        }

        public boolean same(Entry other) {
            return key.equals(other.key) && Arrays.equals(json, other.json);
        }
    }

    /**
     * Consecutive entries.
     *
     * @param last the key of the last entry, if another page follows
     */
    public record Page(List<Entry> entries, Optional<String> last) {
        /** The entries as the elements of a JSON array, without its brackets. */
        public void writeTo(ResultBuffer out) {
            for (int index = 0; index < entries.size(); index++) {
                if (index > 0) {
                    out.ascii(",");
                }
                out.raw(entries.get(index).json());
            }
        }
    }

    static Listing of(List<Entry> entries) {
        return entries.isEmpty() ? EMPTY : new Listing(entries.stream().sorted().toList());
    }

    /** Returns the other listing if it is equal, so that its pages are shared and the next comparison is free. */
    Listing orSame(Listing other) {
        return same(other) ? other : this;
    }

    public boolean same(Listing other) {
        if (this == other) {
            return true;
        }
        if (entries.size() != other.entries.size()) {
            return false;
        }
        for (int index = 0; index < entries.size(); index++) {
            var mine = entries.get(index);
            var theirs = other.entries.get(index);
            if (mine != theirs && !mine.same(theirs)) {
                return false;
            }
        }
        return true;
    }

    public int size() {
        return entries.size();
    }

    public Page first() {
        return pages.getFirst();
    }

    /** The page after that key, which need not be in the list any more. */
    public Page after(String key) {
        int from = firstAfter(key);
        int skipped = 0;
        for (var page : pages) {
            if (skipped == from) {
                return page;
            }
            skipped += entriesIn(page, skipped);
        }
        return page(from);
    }

    private int entriesIn(Page page, int from) {
        return page.last().map(this::firstAfter).orElse(entries.size()) - from;
    }

    private int firstAfter(String key) {
        int low = 0;
        int high = entries.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (entries.get(middle).key().compareTo(key) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private List<Page> cut(List<Entry> sorted) {
        var cut = new ArrayList<Page>();
        int from = 0;
        do {
            int to = pageEnd(sorted, from);
            cut.add(join(sorted, from, to));
            from = to;
        } while (from < sorted.size());
        return List.copyOf(cut);
    }

    private Page page(int from) {
        return join(entries, from, pageEnd(entries, from));
    }

    /** A page has at least one entry, however large: with an empty page a client would never reach the end. */
    private static int pageEnd(List<Entry> sorted, int from) {
        int to = from;
        long bytes = 0;
        while (to < sorted.size() && to - from < PAGE_ENTRIES) {
            bytes += sorted.get(to).json().length + 1;
            if (bytes > PAGE_BYTES && to > from) {
                break;
            }
            to++;
        }
        return to;
    }

    private static Page join(List<Entry> sorted, int from, int to) {
        var last = to < sorted.size() ? Optional.of(sorted.get(to - 1).key()) : Optional.<String>empty();
        return new Page(sorted.subList(from, to), last);
    }
}
