package dev.hyperterse.runtime.source.kubernetes.api;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The lines of a watch, with a maximum length, so that a broken peer cannot fill the heap. */
public final class WatchLines {
    /** An index object is at most a ConfigMap, which the API server bounds, in base64 and with its metadata. */
    private static final int LONGEST_LINE = 4 << 20;

    private final InputStream stream;

    public WatchLines(InputStream stream) {
        this.stream = new BufferedInputStream(stream, 1 << 14);
    }

    /** The next line; empty at the end of the stream. */
    public Optional<byte[]> next() throws IOException {
        var line = new ByteArrayOutputStream(1 << 12);
        for (var read = stream.read(); read >= 0; read = stream.read()) {
            if (read == '\n') {
                return Optional.of(line.toByteArray());
            }
            if (line.size() == LONGEST_LINE) {
                throw new IOException("a line of the watch is longer than " + LONGEST_LINE + " bytes");
            }
            line.write(read);
        }
        return Optional.empty();
    }
}
