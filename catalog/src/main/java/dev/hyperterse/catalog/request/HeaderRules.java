package dev.hyperterse.catalog.request;

import java.util.Set;
import java.util.regex.Pattern;

/** The rules that headers of a request keep, whether an author, a value of a call or a script sets them. */
public final class HeaderRules {
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+\\-.^_`|~0-9a-z]+");
    private static final Pattern TEXT = Pattern.compile("[\\t\\x20-\\x7e]*");
    private static final Pattern OCTETS = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\xff]*");

    /** Routing and framing. */
    private static final Set<String> OF_CONNECTION = Set.of(
            "accept-encoding",
            "connection",
            "content-length",
            "expect",
            "host",
            "keep-alive",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private static final Set<String> OF_BODY = Set.of("content-encoding", "content-type");

    private HeaderRules() {}

    /** Whether that can be the name of a header. @param name in lower case */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Whether only the client itself sets that header. @param name in lower case */
    public static boolean isOfConnection(String name) {
        return OF_CONNECTION.contains(name);
    }

    /** Whether neither a tool nor an adapter may set that header. @param name in lower case */
    public static boolean isOfConnectionOrBody(String name) {
        return isOfConnection(name) || OF_BODY.contains(name);
    }

    /** Whether a tool or an adapter may send that text: ASCII without line breaks. */
    public static boolean isText(String text) {
        return TEXT.matcher(text).matches();
    }

    /** Whether a script may send that text: as the Fetch standard says, each character is an octet. */
    public static boolean isOctets(String text) {
        return OCTETS.matcher(text).matches();
    }
}
