package dev.hyperterse.runtime.mcp.modern.header;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** The text of a header: as it is, or decoded where a header cannot hold it. */
final class HeaderText {
    private static final String BEFORE = "=?base64?";
    private static final String AFTER = "?=";

    private HeaderText() {}

    /** The text of a header; empty if it has characters that are not allowed, or another encoding than MCP requires. */
    static Optional<String> of(String header) {
        var value = withoutSpaceAround(header);
        for (int at = 0; at < value.length(); at++) {
            char character = value.charAt(at);
            if ((character < ' ' || character > '~') && character != '\t') {
                return Optional.empty();
            }
        }
        return value.startsWith(BEFORE) && value.endsWith(AFTER) && value.length() >= BEFORE.length() + AFTER.length()
                ? decoded(value.substring(BEFORE.length(), value.length() - AFTER.length()))
                : Optional.of(value);
    }

    private static String withoutSpaceAround(String header) {
        int from = 0;
        int to = header.length();
        while (from < to && isSpace(header.charAt(from))) {
            from++;
        }
        while (from < to && isSpace(header.charAt(to - 1))) {
            to--;
        }
        return header.substring(from, to);
    }

    private static boolean isSpace(char character) {
        return character == ' ' || character == '\t';
    }

    private static Optional<String> decoded(String encoded) {
        try {
            var bytes = Base64.getDecoder().decode(encoded);
            // The decoder accepts missing padding and excess bits at the end, which other decoders may refuse.
            return Base64.getEncoder().encodeToString(bytes).equals(encoded)
                    ? Optional.of(StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString())
                    : Optional.empty();
        } catch (IllegalArgumentException | CharacterCodingException malformed) {
            return Optional.empty();
        }
    }
}
