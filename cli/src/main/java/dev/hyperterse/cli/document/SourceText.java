package dev.hyperterse.cli.document;

import dev.hyperterse.cli.diagnostics.Place;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** From bytes to text: UTF-8 and nothing else, with the place of the first byte that is not. */
public final class SourceText {
    /** Of one file; ten thousand tools in one file stay well below it. */
    public static final int MOST_BYTES = 32 << 20;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private SourceText() {}

    public static SourceFile read(Path file) {
        var name = FileNames.display(file);
        try {
            return decode(name, Files.readAllBytes(file));
        } catch (IOException unreadable) {
            throw new UnreadableManifest(
                    Place.startOf(name), "file-unreadable", "cannot be read: " + unreadable.getMessage(), "");
        }
    }

    private static SourceFile decode(String name, byte[] bytes) {
        var text = CharBuffer.allocate(bytes.length);
        var input = ByteBuffer.wrap(bytes);
        var result = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .decode(input, text, true);
        text.flip();
        if (result.isError()) {
            throw notUtf8(name, bytes, text.toString());
        }
        var decoded = text.toString();
        var start = !decoded.isEmpty() && decoded.charAt(0) == BYTE_ORDER_MARK ? 1 : 0;
        return new SourceFile(name, decoded.substring(start));
    }

    private static UnreadableManifest notUtf8(String name, byte[] bytes, String readable) {
        var line = 1 + (int) readable.chars().filter(it -> it == '\n').count();
        var column = 1 + readable.length() - (readable.lastIndexOf('\n') + 1);
        var encoding = startsWith(bytes, 0xFF, 0xFE) || startsWith(bytes, 0xFE, 0xFF) ? ": it is UTF-16" : "";
        return new UnreadableManifest(
                new Place(name, line, column), "file-encoding", "not UTF-8" + encoding, "save the file as UTF-8");
    }

    private static boolean startsWith(byte[] bytes, int first, int second) {
        return bytes.length > 1 && (bytes[0] & 0xFF) == first && (bytes[1] & 0xFF) == second;
    }
}
