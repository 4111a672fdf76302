package dev.hyperterse.catalog.request;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Percent-encoding of RFC 3986. */
public final class UrlEncoding {
    private static final String UNRESERVED = "-._~";
    private static final String IN_SEGMENTS = UNRESERVED + "!$&'()*+,;=:@";
    private static final String IN_URIS = IN_SEGMENTS + "/?#[]";
    private static final Pattern ENCODED = Pattern.compile("%[0-9A-Fa-f]{2}");
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private UrlEncoding() {}

    /** A value: everything with a meaning of its own is encoded. */
    public static String value(String text) {
        return encoded(text, UNRESERVED);
    }

    /** Text of an author within a segment, where some delimiters mean themselves. */
    public static String segment(String text) {
        return encoded(text, IN_SEGMENTS);
    }

    /** Text of a URI, as far as it is one: what is encoded stays, and so do delimiters. */
    public static String uri(String text) {
        var uri = new StringBuilder(text.length());
        var from = 0;
        var octets = ENCODED.matcher(text);
        while (octets.find()) {
            uri.append(encoded(text.substring(from, octets.start()), IN_URIS)).append(octets.group());
            from = octets.end();
        }
        return uri.append(encoded(text.substring(from), IN_URIS)).toString();
    }

    /**
     * A part of a URL as it was before it was encoded. A plus sign is one: this is no form.
     *
     * @throws IllegalArgumentException where two hexadecimal digits are missing behind a percent sign
     */
    public static String decoded(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static String encoded(String text, String kept) {
        var encoded = new StringBuilder(text.length());
        for (var octet : text.getBytes(StandardCharsets.UTF_8)) {
            if (isLetterOrDigit(octet) || kept.indexOf(octet) >= 0) {
                encoded.append((char) octet);
            } else {
                encoded.append('%').append(HEX.toHexDigits(octet));
            }
        }
        return encoded.toString();
    }

    private static boolean isLetterOrDigit(byte octet) {
        return octet >= 'a' && octet <= 'z' || octet >= 'A' && octet <= 'Z' || octet >= '0' && octet <= '9';
    }
}
