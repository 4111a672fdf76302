package dev.hyperterse.catalog.request;

import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/** The rules that headers of a request keep, whether an author, a value of a call or a script sets them. */
public final class HeaderRules {
    private static final char DELETE = 0x7f;
    private static final char LAST_OCTET = 0xff;

    /** Looked up for each character of each header that is sent or received. */
    private static final boolean[] OF_NAME = ofName();

    private static final Pattern TEXT = Pattern.compile("[\\t\\x20-\\x7e]*");

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
        return !name.isEmpty() && consistsOf(name, HeaderRules::isOfName);
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
        return consistsOf(text, HeaderRules::isOctet);
    }

    private static boolean[] ofName() {
        var allowed = new boolean[DELETE];
        "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz".chars().forEach(character -> allowed[character] = true);
        return allowed;
    }

    private static boolean isOfName(int character) {
        return character < OF_NAME.length && OF_NAME[character];
    }

    private static boolean isOctet(int character) {
        return character >= ' ' && character != DELETE && character <= LAST_OCTET || character == '\t';
    }

    private static boolean consistsOf(String text, IntPredicate allowed) {
        for (var at = 0; at < text.length(); at++) {
            if (!allowed.test(text.charAt(at))) {
                return false;
            }
        }
        return true;
    }
}
