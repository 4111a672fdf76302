package dev.hyperterse.catalog.encoding;

import dev.hyperterse.catalog.CatalogException;
import dev.hyperterse.catalog.Digest;

/**
 * The content of one slot, ready to be stored under its digest.
 *
 * @param sha256 digest of the uncompressed content
 */
public record EncodedSlot(Slot slot, String sha256, byte[] compressed) {
    /** Many times what {@link SlotPacking} puts into one, and little enough to hold in memory. */
    private static final int UNPACKED_BOUND = 64 << 20;

    public CatalogIndex.Part part() {
        return new CatalogIndex.Part(slot, sha256, compressed.length);
    }

    /** The JSON of a stored slot, proven to be what the index names. */
    public static byte[] open(CatalogIndex.Part part, byte[] compressed) {
        var what = "slot " + part.slot().suffix();
        var content = Compression.decompress(compressed, UNPACKED_BOUND, what);
        var actual = Digest.of(content);
        if (!actual.equals(part.sha256())) {
            throw new CatalogException("%s has digest %s, the index names %s".formatted(what, actual, part.sha256()));
        }
        return content;
    }

    /** Slots are compared by digest; an array has no useful equality of its own. */
    @Override
    public boolean equals(Object other) {
        return other instanceof EncodedSlot that && slot.equals(that.slot) && sha256.equals(that.sha256);
    }

    @Override
    public int hashCode() {
        return sha256.hashCode();
    }

    @Override
    public String toString() {
        return "EncodedSlot[" + slot.suffix() + ", " + sha256 + ", " + compressed.length + " bytes]";
    }
}
