package dev.hyperterse.catalog.encoding;

import dev.hyperterse.catalog.Digest;
import dev.hyperterse.catalog.LeafIdentity;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Puts leaves into slots within what a ConfigMap can hold. A ConfigMap carries the old and the new content of a slot at
 * once while a publication is under way, so one content may use less than half of its megabyte.
 */
public final class SlotPacking {
    /** One leaf, compressed by itself. */
    public static final int LARGEST_LEAF = 256 << 10;

    /** One slot, compressed. */
    public static final int LARGEST_SLOT = 450 << 10;

    /** The weight of one leaf. Texts that repeat themselves compress a thousand times; replicas hold them unpacked. */
    public static final int LARGEST_UNPACKED_LEAF = 2 << 20;

    /** One slot as JSON: of text that compresses as text does, more than {@link #LARGEST_SLOT} holds. */
    public static final int LARGEST_UNPACKED = 4 << 20;

    /** The weight of all leaves of a catalog; replicas of the usual size hold it beside what their calls take. */
    public static final int LARGEST_UNPACKED_CATALOG = 64 << 20;

    /** The bytes around the leaves of a slot, and around each of them. */
    private static final int ENVELOPE = 64;

    private static final int SEPARATOR = 2;

    private final int largestLeaf;
    private final int largestSlot;

    public SlotPacking() {
        this(LARGEST_LEAF, LARGEST_SLOT);
    }

    SlotPacking(int largestLeaf, int largestSlot) {
        this.largestLeaf = largestLeaf;
        this.largestSlot = largestSlot;
    }

    public boolean isTooLarge(EncodedLeaf leaf) {
        return leaf.weight() > LARGEST_UNPACKED_LEAF || leaf.keptSize() > largestLeaf;
    }

    /**
     * Packs the leaves of one slot.
     *
     * @param leaves in the order of precedence: when the slot is full, the last ones do not fit
     */
    public Packed pack(Slot slot, List<EncodedLeaf> leaves) {
        var readable = leaves.subList(0, readable(leaves));
        var whole = encode(slot, readable);
        var fitting = whole.compressed().length <= largestSlot ? readable.size() : largestFittingPrefix(slot, readable);
        return new Packed(
                fitting == readable.size() ? whole : encode(slot, leaves.subList(0, fitting)),
                leaves.subList(fitting, leaves.size()).stream()
                        .map(EncodedLeaf::identity)
                        .toList());
    }

    /** How many of them a replica can hold unpacked. */
    private static int readable(List<EncodedLeaf> leaves) {
        long size = ENVELOPE;
        for (var count = 0; count < leaves.size(); count++) {
            size += leaves.get(count).size() + SEPARATOR;
            if (size > LARGEST_UNPACKED) {
                return count;
            }
        }
        return leaves.size();
    }

    private int largestFittingPrefix(Slot slot, List<EncodedLeaf> leaves) {
        var fits = 0;
        var tooMany = leaves.size();
        while (tooMany - fits > 1) {
            var middle = (fits + tooMany) >>> 1;
            if (encode(slot, leaves.subList(0, middle)).compressed().length <= largestSlot) {
                fits = middle;
            } else {
                tooMany = middle;
            }
        }
        return fits;
    }

    private EncodedSlot encode(Slot slot, List<EncodedLeaf> leaves) {
        var ordered = new ArrayList<>(leaves);
        ordered.sort(Comparator.comparing(EncodedLeaf::identity));
        var content = json(ordered);
        return new EncodedSlot(slot, Digest.of(content), Compression.compress(content));
    }

    /** The content of a slot, not yet compressed. */
    static byte[] json(List<EncodedLeaf> ordered) {
        var json = new ByteArrayOutputStream();
        json.writeBytes(ascii("{\"format\":" + CatalogCodec.FORMAT + ",\"leaves\":["));
        for (var index = 0; index < ordered.size(); index++) {
            json.writeBytes(ascii(index == 0 ? "\n" : ",\n"));
            json.writeBytes(ordered.get(index).json());
        }
        json.writeBytes(ascii("\n]}"));
        return json.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** A slot's content, and the leaves that found no room in it. */
    public record Packed(EncodedSlot slot, List<LeafIdentity> withoutRoom) {}
}
