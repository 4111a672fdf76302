package dev.hyperterse.runtime.live.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.definition.Listing.Entry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

public class ListingTest {
    @Test
    void emptyListIsOneEmptyPage() {
        var listing = Listing.of(List.of());

        assertThat(written(listing.first())).isEmpty();
        assertThat(listing.first().last()).isEmpty();
        assertThat(keys(listing.after("anything"))).isEmpty();
    }

    @Test
    void pagesHoldAThousandEntriesInOrder() {
        var listing = Listing.of(entries(2_500, 10));

        assertThat(sizes(listing)).containsExactly(1_000, 1_000, 500);
        assertThat(walk(listing)).isSorted().hasSize(2_500).doesNotHaveDuplicates();
    }

    @Test
    void pagesHoldAMebibyteUnlessOneEntryIsLarger() {
        var half = Listing.PAGE_BYTES / 2;

        assertThat(sizes(Listing.of(entries(5, half - 200)))).containsExactly(2, 2, 1);
        assertThat(sizes(Listing.of(entries(3, 2 * Listing.PAGE_BYTES)))).containsExactly(1, 1, 1);
    }

    @Test
    void cursorOfAnEarlierListContinuesAfterItsEntry() {
        var listing = Listing.of(entries(2_500, 10));

        assertThat(keys(listing.after("key-0001500-gone")).getFirst()).isEqualTo("key-0001501");
        assertThat(keys(listing.after("zzz"))).isEmpty();
        assertThat(keys(listing.after("")).getFirst()).isEqualTo("key-0000000");
    }

    @Test
    void equalListingsShareTheirPages() {
        var before = Listing.of(entries(10, 20));
        var after = Listing.of(entries(10, 20));

        assertThat(after.orSame(before)).isSameAs(before);
        assertThat(Listing.of(entries(9, 20)).same(before)).isFalse();
        assertThat(Listing.of(entries(10, 21)).same(before)).isFalse();
    }

    private static List<Entry> entries(int count, int bytes) {
        return IntStream.range(0, count)
                .map(index -> count - 1 - index)
                .mapToObj(index -> "key-%07d".formatted(index))
                .map(key -> new Entry(
                        key,
                        ("\"" + key + " ".repeat(Math.max(0, bytes - key.length() - 2)) + "\"")
                                .getBytes(StandardCharsets.US_ASCII)))
                .toList();
    }

    private static List<String> walk(Listing listing) {
        var all = new ArrayList<String>();
        var page = listing.first();
        all.addAll(keys(page));
        while (page.last().isPresent()) {
            page = listing.after(page.last().get());
            all.addAll(keys(page));
        }
        return all;
    }

    private static List<Integer> sizes(Listing listing) {
        var sizes = new ArrayList<Integer>();
        var page = listing.first();
        sizes.add(keys(page).size());
        while (page.last().isPresent()) {
            page = listing.after(page.last().get());
            sizes.add(keys(page).size());
        }
        return sizes;
    }

    public static String written(Listing.Page page) {
        try (var out = new BufferBudget(8 * Listing.PAGE_BYTES).open(8 * Listing.PAGE_BYTES)) {
            page.writeTo(out);
            return new String(out.toByteArray(), StandardCharsets.UTF_8);
        }
    }

    private static List<String> keys(Listing.Page page) {
        return Leaves.json("[" + written(page) + "]")
                .valueStream()
                .map(key -> key.stringValue().strip())
                .toList();
    }
}
