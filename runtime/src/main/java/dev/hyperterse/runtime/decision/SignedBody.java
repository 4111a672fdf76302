package dev.hyperterse.runtime.decision;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The body of a request, with a signature of sender and time.
 *
 * @param timestamp seconds since 1970
 * @param signature {@code v1=} and the hexadecimal HMAC-SHA256 of the timestamp, a dot and the body
 */
record SignedBody(byte[] body, String timestamp, String signature) {
    private static final String ALGORITHM = "HmacSHA256";

    static SignedBody of(byte[] body, Instant now, String key) {
        var timestamp = Long.toString(now.getEpochSecond());
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.US_ASCII), ALGORITHM));
            mac.update((timestamp + ".").getBytes(StandardCharsets.US_ASCII));
            return new SignedBody(body, timestamp, "v1=" + HexFormat.of().formatHex(mac.doFinal(body)));
        } catch (GeneralSecurityException none) {
            throw new IllegalStateException("every Java has " + ALGORITHM, none);
        }
    }
}
