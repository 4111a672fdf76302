package dev.hyperterse.runtime.auth.caller;

import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Base64;

/**
 * Parses the compact form of a signed JWT (RFC 7515) in its only spelling. The library skips characters that are not
 * base64url and ignores spare bits, so one token would have many texts.
 */
public final class CompactJwt {
    private CompactJwt() {}

    /** @throws ParseException if the text is not a signed JWT, or is spelled in another way */
    public static SignedJWT parse(String text) throws ParseException {
        var parts = text.split("\\.", -1);
        if (parts.length != 3 || !Arrays.stream(parts).allMatch(CompactJwt::isBase64Url)) {
            throw new ParseException("not three parts in base64url", 0);
        }
        var parsed = SignedJWT.parse(text);
        var critical = parsed.getHeader().getCriticalParams();
        if (critical != null && critical.isEmpty()) {
            throw new ParseException("crit is empty", 0);
        }
        return parsed;
    }

    private static boolean isBase64Url(String part) {
        try {
            var bytes = Base64.getUrlDecoder().decode(part);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(part);
        } catch (IllegalArgumentException otherCharacters) {
            return false;
        }
    }
}
