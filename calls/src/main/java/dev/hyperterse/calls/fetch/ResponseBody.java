package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.memory.ResultBuffer;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** Decompresses a body, and reads it into a buffer, whose limit applies to decompressed data. */
final class ResponseBody {
    private static final int PIECE = 16 * 1024;

    private ResponseBody() {}

    static void read(InputStream decoded, ResultBuffer into) throws IOException {
        var piece = new byte[decoded instanceof MessageBody body ? Math.max(1, body.pieceSize(PIECE)) : PIECE];
        for (var read = decoded.read(piece); read >= 0; read = decoded.read(piece)) {
            into.raw(piece, 0, read);
        }
    }

    static InputStream decoded(InputStream raw, Optional<String> encoding) throws IOException {
        return switch (encoding.map(it -> it.strip().toLowerCase(Locale.ROOT)).orElse("identity")) {
            case "identity" -> raw;
            case "gzip", "x-gzip" -> new GZIPInputStream(raw);
            case "deflate" -> new InflaterInputStream(raw);
            default -> throw new ProtocolException("its content encoding is not supported");
        };
    }
}
