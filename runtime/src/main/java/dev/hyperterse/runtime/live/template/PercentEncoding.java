package dev.hyperterse.runtime.live.template;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Percent-encoding of RFC 3986, over UTF-8. */
final class PercentEncoding {
    private PercentEncoding() {}

    /** The decoded text; empty if its bytes are not UTF-8. Each {@code %} must have two hexadecimal digits after it. */
    static Optional<String> decode(String encoded) {
        if (encoded.indexOf('%') < 0) {
            return Optional.of(encoded);
        }
        var bytes = new ByteArrayOutputStream();
        int index = 0;
        while (index < encoded.length()) {
            int codePoint = encoded.codePointAt(index);
            if (codePoint == '%') {
                bytes.write(Integer.parseInt(encoded, index + 1, index + 3, 16));
                index += 3;
            } else {
                bytes.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
                index += Character.charCount(codePoint);
            }
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString());
        } catch (CharacterCodingException notUtf8) {
            return Optional.empty();
        }
    }
}
