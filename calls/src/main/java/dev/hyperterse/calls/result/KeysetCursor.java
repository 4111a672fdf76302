package dev.hyperterse.calls.result;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.catalog.result.Keyset;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * A position in the rows of a tool: the values of the keys in the last row, as a JSON object in base64url. It contains
 * only values that the caller has seen, and they are validated and bound like arguments, so it is not signed.
 */
public record KeysetCursor(Keyset keyset) {
    private static final int LONGEST = 8 * 1024;

    /** The cursor behind the last of these rows. */
    String behind(byte[] rows) {
        var last = new Last(rows);
        var json = new ByteArrayOutputStream();
        for (var key : keyset.keys()) {
            json.writeBytes(utf8((json.size() == 0 ? "{\"" : ",\"") + key.name() + "\":"));
            last.value(key.name()).ifPresentOrElse(json::writeBytes, () -> {
                throw new CallFailure(
                        Stage.RESULT,
                        "the last row has no value for the key '%s', so no cursor can continue it"
                                .formatted(key.name()));
            });
        }
        json.write('}');
        var cursor = Base64.getUrlEncoder().withoutPadding().encodeToString(json.toByteArray());
        if (cursor.length() > LONGEST) {
            throw new CallFailure(Stage.RESULT, "the keys of the last row are too long for a cursor");
        }
        return cursor;
    }

    /** The JSON object in a cursor; empty when it is malformed. */
    public static Optional<JsonSpan> arguments(String cursor) {
        if (cursor.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            var json = Base64.getUrlDecoder().decode(cursor);
            return Optional.of(new JsonSpan(json, 0, json.length));
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The last row of an array. */
    private static final class Last {
        private final List<byte[]> names;
        private final byte[] json;
        private int[] spans = {};

        Last(byte[] json) {
            var rows = JsonRows.of(json, List.of());
            this.json = json;
            this.names = rows.names();
            rows.forEach((_, ofRow) -> spans = ofRow.clone());
        }

        /** The value of a column; empty if it is NULL, absent, or a document. */
        Optional<byte[]> value(String name) {
            var quoted = utf8("\"" + name + "\"");
            for (var column = 0; column < names.size(); column++) {
                if (Arrays.equals(names.get(column), quoted)) {
                    var value = Arrays.copyOfRange(json, spans[2 * column], spans[2 * column + 1]);
                    return isScalar(value) ? Optional.of(value) : Optional.empty();
                }
            }
            return Optional.empty();
        }

        private static boolean isScalar(byte[] value) {
            return value.length > 0 && value[0] != 'n' && value[0] != '{' && value[0] != '[';
        }
    }
}
