package dev.hyperterse.catalog.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.catalog.CatalogException;
import dev.hyperterse.catalog.Digest;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.Samples;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlotPackingTest {
    private static final Slot SLOT = new Slot(5);
    private final CatalogCodec codec = new CatalogCodec();

    @Test
    void theOrderOfPrecedenceDoesNotChangeTheContent() {
        var leaves = new ArrayList<>(leaves(20));
        var packed = new SlotPacking().pack(SLOT, leaves);
        Collections.reverse(leaves);
        var reversed = new SlotPacking().pack(SLOT, leaves);
        assertThat(reversed.slot()).isEqualTo(packed.slot());
        assertThat(reversed.slot().compressed()).isEqualTo(packed.slot().compressed());
    }

    @Test
    void anEmptySlotIsAContentToo() {
        var packed = new SlotPacking().pack(SLOT, List.of()).slot();
        assertThat(codec.decodeSlot(EncodedSlot.open(packed.part(), packed.compressed()), SLOT))
                .isEmpty();
    }

    @Test
    void inAFullSlotTheLastLeavesFindNoRoomAndTheOthersAreStored() {
        var leaves = leaves(30);
        var packed = new SlotPacking(4_000, 12_000).pack(SLOT, leaves);
        var stored = codec.decodeSlot(
                EncodedSlot.open(packed.slot().part(), packed.slot().compressed()), SLOT);

        assertThat(packed.slot().compressed().length).isLessThanOrEqualTo(12_000);
        assertThat(packed.withoutRoom()).isNotEmpty();
        assertThat(stored).isNotEmpty().hasSize(30 - packed.withoutRoom().size());
        assertThat(packed.withoutRoom())
                .isEqualTo(leaves.subList(stored.size(), 30).stream()
                        .map(EncodedLeaf::identity)
                        .toList());
        var oneMore = new SlotPacking(4_000, Integer.MAX_VALUE).pack(SLOT, leaves.subList(0, stored.size() + 1));
        assertThat(oneMore.slot().compressed().length)
                .as("not one leaf less than possible")
                .isGreaterThan(12_000);
    }

    @Test
    void compressedSizeOfALeafIsLimited() {
        var packing = new SlotPacking();
        var repetitive = codec.encode(Samples.tool("a", "word ".repeat(100_000)));
        var random = codec.encode(Samples.tool("a", randomText(400_000, 1)));
        assertThat(repetitive.size()).isGreaterThan(SlotPacking.LARGEST_LEAF);
        assertThat(packing.isTooLarge(repetitive)).isFalse();
        assertThat(packing.isTooLarge(random)).isTrue();
    }

    /** A hundred pages of one ConfigMap that compresses well: a replica that cannot read one slot reads no catalog. */
    @Test
    void whatIsPackedCanBeReadHoweverWellItCompresses() {
        var page = "word ".repeat(200_000);
        var leaves = IntStream.range(0, 100)
                .mapToObj(number -> codec.encode(Samples.tool("tool-" + number, page)))
                .toList();
        var packed = new SlotPacking().pack(SLOT, leaves);

        var content = EncodedSlot.open(packed.slot().part(), packed.slot().compressed());
        assertThat(content.length).isLessThanOrEqualTo(SlotPacking.LARGEST_UNPACKED);
        var stored = codec.decodeSlot(content, SLOT);
        assertThat(stored).isNotEmpty().hasSize(100 - packed.withoutRoom().size());
    }

    /** Thousands of leaves may have the text of one ConfigMap, and the operator keeps them all. */
    @Test
    void aLongLeafIsKeptCompressed() {
        var leaf = codec.encode(Samples.tool("a", "word ".repeat(200_000)));
        assertThat(leaf.size()).isGreaterThan(1_000_000);
        assertThat(leaf.keptSize()).isLessThan(10_000);
        assertThat(leaf.json()).hasSize(leaf.size());
        assertThat(leaf.digest()).isEqualTo(Digest.of(leaf.json()));
    }

    @Test
    void unpackedSizeOfALeafIsLimited() {
        var packing = new SlotPacking();
        assertThat(packing.isTooLarge(codec.encode(Samples.tool("a", "\u0001".repeat(1_000_000)))))
                .isTrue();
    }

    @Test
    void aSlotThatIsNotWhatTheIndexNamesIsRefused() {
        var packed = new SlotPacking().pack(SLOT, leaves(2)).slot();
        var other = new SlotPacking().pack(SLOT, leaves(3)).slot();
        assertThatThrownBy(() -> EncodedSlot.open(other.part(), packed.compressed()))
                .isInstanceOf(CatalogException.class)
                .hasMessageContaining("slot 05 has digest " + packed.sha256());
        assertThatThrownBy(() -> EncodedSlot.open(packed.part(), new byte[] {1, 2, 3}))
                .isInstanceOf(CatalogException.class)
                .hasMessageContaining("slot 05 is not a gzip archive");
    }

    @Test
    void anArchiveThatUnpacksWithoutEndIsStopped() {
        var bomb = Compression.compress(new byte[1 << 20]);
        assertThatThrownBy(() -> Compression.decompress(bomb, 1000, "slot 05"))
                .isInstanceOf(CatalogException.class)
                .hasMessage("slot 05 unpacks to more than 1000 bytes");
    }

    @Test
    void leavesSpreadOverAllSlotsAndStayWhereTheyAre() {
        var slots = IntStream.range(0, 3_000)
                .mapToObj(number -> Slot.of(Samples.identity(LeafKind.Tool, "tool-" + number)))
                .toList();
        assertThat(slots).doesNotContainNull();
        assertThat(slots.stream().distinct()).hasSize(Slot.COUNT);
        // Pinned: a leaf that changed its slot with a new build would be served twice or never.
        assertThat(Slot.of(Samples.identity(LeafKind.Tool, "list-orders"))).isEqualTo(new Slot(49));
        var newGeneration = new LeafIdentity(LeafKind.Tool, "shop", "list-orders", "other", 99);
        assertThat(Slot.of(newGeneration)).isEqualTo(new Slot(49));
    }

    private List<EncodedLeaf> leaves(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> codec.encode(Samples.tool("tool-" + number, randomText(800, number))))
                .toList();
    }

    private static String randomText(int length, long seed) {
        return new Random(seed)
                .ints(length, '!', '\uD7FF')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
