package dev.hyperterse.calls.result.text;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Cuts the longest texts in the JSON of a row, so that it fits into an answer and still has all its members. */
public final class LongTexts {
    /** Stands where a text was cut. */
    public static final String MARK = "...[cut]";

    private static final byte[] MARK_BYTES = MARK.getBytes(StandardCharsets.US_ASCII);

    private final byte[] json;
    private final int longest;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private LongTexts(byte[] json, int longest) {
        this.json = json;
        this.longest = longest;
    }

    /** JSON of at most that size; empty where texts are not what makes it large. */
    public static Optional<byte[]> cut(byte[] json, int size) {
        var lengths = lengths(json);
        var fixed = json.length - lengths.sum();
        return lengths.longest(size - fixed).stream()
                .mapToObj(longest -> new LongTexts(json, longest).copy())
                .findFirst();
    }

    private static Lengths lengths(byte[] json) {
        var lengths = IntStream.builder();
        for (var at = 0; at < json.length; ) {
            if (json[at] == '"') {
                var end = endOfString(json, at);
                if (isValue(json, end)) {
                    lengths.add(end - at - 2);
                }
                at = end;
            } else {
                at++;
            }
        }
        return new Lengths(lengths.build().sorted().toArray());
    }

    /** The lengths of all texts, the shortest first. */
    private record Lengths(int[] sorted) {
        int sum() {
            return IntStream.of(sorted).sum();
        }

        /** The length to which texts must be cut so that all together have that size. */
        OptionalInt longest(int size) {
            var left = size;
            for (var index = 0; index < sorted.length; index++) {
                var share = left / (sorted.length - index);
                if (sorted[index] > share) {
                    var longest = share - MARK_BYTES.length;
                    return longest > 0 ? OptionalInt.of(longest) : OptionalInt.empty();
                }
                left -= sorted[index];
            }
            return OptionalInt.empty();
        }
    }

    private byte[] copy() {
        for (var at = 0; at < json.length; ) {
            if (json[at] != '"') {
                out.write(json[at++]);
                continue;
            }
            var end = endOfString(json, at);
            if (isValue(json, end) && end - at - 2 > longest + MARK_BYTES.length) {
                out.write(json, at, cutAt(at + 1, end) - at);
                out.writeBytes(MARK_BYTES);
                out.write('"');
            } else {
                out.write(json, at, end - at);
            }
            at = end;
        }
        return out.toByteArray();
    }

    /** The last position at which the text may end: not within an escape, a character or a surrogate pair. */
    private int cutAt(int from, int end) {
        var at = from;
        for (var next = from; next - from <= longest && next < end; next += JsonCharacter.length(json, next)) {
            at = next;
        }
        return at;
    }

    /** The position behind the closing quote. */
    private static int endOfString(byte[] json, int quote) {
        var at = quote + 1;
        while (json[at] != '"') {
            at += json[at] == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    /** Whether the string before that position is a value, and no name of a member. */
    private static boolean isValue(byte[] json, int end) {
        var at = end;
        while (at < json.length && Character.isWhitespace(json[at])) {
            at++;
        }
        return at == json.length || json[at] != ':';
    }
}
