package dev.hyperterse.catalog.encoding;

import dev.hyperterse.catalog.CatalogException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Gzip with a fixed header and level, so that equal content gives equal bytes. Digests are taken of the content and not
 * of these bytes: another zlib may pack the same content differently.
 */
final class Compression {
    private Compression() {}

    static byte[] compress(byte[] content) {
        var bytes = new ByteArrayOutputStream(content.length / 6 + 64);
        try (var gzip = new BestGzip(bytes)) {
            gzip.write(content);
        } catch (IOException impossible) {
            throw new IllegalStateException("writing to memory failed", impossible);
        }
        return bytes.toByteArray();
    }

    /** Refuses to unpack more than {@code bound} bytes, regardless of what the archive claims. */
    static byte[] decompress(byte[] compressed, int bound, String what) {
        try (var gzip = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            var content = gzip.readNBytes(bound + 1);
            if (content.length > bound) {
                throw new CatalogException("%s unpacks to more than %d bytes".formatted(what, bound));
            }
            return content;
        } catch (IOException broken) {
            throw new CatalogException(what + " is not a gzip archive: " + broken.getMessage(), broken);
        }
    }

    /** The stream of the JDK writes no time and an unknown system into the header; only the level is ours. */
    private static final class BestGzip extends GZIPOutputStream {
        BestGzip(ByteArrayOutputStream out) throws IOException {
            super(out, 1 << 13);
            def.setLevel(Deflater.DEFAULT_COMPRESSION);
        }
    }
}
