package dev.hyperterse.catalog;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Which headers of a request definitions may read. Everything that does must ask here. */
public final class HeaderNames {
    /** RFC 9110, section 5.1. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}");

    /** Headers that hold credentials, or a proof of possession of one. */
    private static final Set<String> CREDENTIALS =
            Set.of("authorization", "cookie", "dpop", "proxy-authorization", "set-cookie", "x-api-key");

    /** They frame the message, or steer the protocol; a value of one is not the caller's to choose or not its own. */
    private static final Set<String> FRAMING = Set.of(
            "connection",
            "content-length",
            "expect",
            "host",
            "keep-alive",
            "mcp-session-id",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private HeaderNames() {}

    /** Names of headers are the same in any case. */
    public static String lowerCase(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Why no definition may read it; empty where it may, unless a plugin of the server reads keys from it. */
    public static Optional<String> refusal(String name) {
        var header = lowerCase(name);
        if (!TOKEN.matcher(name).matches()) {
            return Optional.of("it is not the name of a header");
        }
        if (CREDENTIALS.contains(header)) {
            return Optional.of("it holds credentials");
        }
        return FRAMING.contains(header) ? Optional.of("it belongs to the connection") : Optional.empty();
    }
}
