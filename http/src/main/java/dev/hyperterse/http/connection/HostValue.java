package dev.hyperterse.http.connection;

/** The value of a Host header as RFC 3986 has it: a name, an IPv4 address or an IPv6 address in brackets, and a port or none. */
final class HostValue {
    private static final int HIGHEST_PORT = 65_535;
    private static final boolean[] NAME =
            allowed("-._~!$&'()*+,;=0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    private static final boolean[] HEXADECIMAL = allowed("0123456789abcdefABCDEF");
    /** Zones of addresses mean something on one machine only. */
    private static final boolean[] ADDRESS = allowed("0123456789abcdefABCDEF:.");

    private HostValue() {}

    private static boolean[] allowed(String characters) {
        var allowed = new boolean[128];
        characters.chars().forEach(character -> allowed[character] = true);
        return allowed;
    }

    /** Whether {@code [from, to)}, which has no blanks around it, is one. */
    static boolean isValid(byte[] bytes, int from, int to) {
        int end = from < to && bytes[from] == '[' ? endOfAddress(bytes, from, to) : endOfName(bytes, from, to);
        return end > from && (end == to || bytes[end] == ':' && isPort(bytes, end + 1, to));
    }

    /** Behind the bracket that closes it; {@code from} where there is none, or nothing before it. */
    private static int endOfAddress(byte[] bytes, int from, int to) {
        int at = from + 1;
        while (at < to && is(ADDRESS, bytes[at])) {
            at++;
        }
        return at < to && at > from + 1 && bytes[at] == ']' ? at + 1 : from;
    }

    private static int endOfName(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && (is(NAME, bytes[at]) || isEscape(bytes, at, to))) {
            at++;
        }
        return at;
    }

    private static boolean isEscape(byte[] bytes, int at, int to) {
        return bytes[at] == '%' && at + 2 < to && is(HEXADECIMAL, bytes[at + 1]) && is(HEXADECIMAL, bytes[at + 2]);
    }

    private static boolean isPort(byte[] bytes, int from, int to) {
        int port = 0;
        for (int at = from; at < to; at++) {
            if (bytes[at] < '0' || bytes[at] > '9') {
                return false;
            }
            port = 10 * port + bytes[at] - '0';
            if (port > HIGHEST_PORT) {
                return false;
            }
        }
        return to > from;
    }

    private static boolean is(boolean[] allowed, byte character) {
        return character > 0 && allowed[character];
    }
}
