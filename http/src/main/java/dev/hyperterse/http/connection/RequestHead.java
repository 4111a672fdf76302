package dev.hyperterse.http.connection;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Checks the head of one request, request line and headers, and finds out where its body ends. A proxy in front reads the
 * same bytes, so every ambiguous head is refused. The server parses the head once more without checking it: a head that
 * passes here has one meaning only.
 */
final class RequestHead {
    /** The length of a body that comes in chunks. */
    static final long CHUNKED = -1;

    private static final int MOST_DIGITS = 18;
    /** The server makes objects of each that are many times its four bytes. Proxies and clients together send thirty. */
    private static final int MOST_HEADERS = 100;

    /** The only version that is served. */
    private static final String VERSION = "http/1.1";

    private static final String ANY_VERSION = "http/";

    private static final byte[] HEAD = "HEAD ".getBytes(StandardCharsets.US_ASCII);
    private static final String HOST = "host";
    private static final String CONTENT_LENGTH = "content-length";
    private static final String TRANSFER_ENCODING = "transfer-encoding";
    private static final String CONTENT_ENCODING = "content-encoding";
    private static final boolean[] TOKEN = new boolean[128];

    static {
        "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                .chars()
                .forEach(character -> TOKEN[character] = true);
    }

    private final byte[] bytes;
    private final int end;
    private int at;
    private int headers;
    private int hosts;
    private boolean encoded;
    private boolean lengthKnown;
    private long length;

    private RequestHead(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    /** The head in {@code [from, end)}, which ends with an empty line. */
    static RequestHead checked(byte[] bytes, int from, int end) {
        var head = new RequestHead(bytes, from, end);
        head.check();
        return head;
    }

    /** The length of the body behind it, or {@link #CHUNKED}. */
    long bodyLength() {
        return length;
    }

    /** The number of its headers. */
    int headers() {
        return headers;
    }

    /** Whether a request that may be malformed begins with the method HEAD: its refusal has no body. */
    static boolean asksForHead(byte[] bytes, int from, int end) {
        return Arrays.mismatch(bytes, from, end, HEAD, 0, HEAD.length) == HEAD.length;
    }

    private void check() {
        requestLine();
        while (bytes[at] != '\r') {
            if (++headers > MOST_HEADERS) {
                throw Unreadable.tooManyHeaders(MOST_HEADERS);
            }
            header();
        }
        lineEnd("the headers");
        if (hosts != 1) {
            throw Unreadable.malformed("exactly one Host header is required");
        }
        if (encoded && length != 0) {
            throw Unreadable.malformed("a body with a Content-Encoding is not accepted; send it as it is");
        }
    }

    /** Whether a request may begin with that byte. */
    static boolean begins(byte first) {
        return isToken(first);
    }

    private void requestLine() {
        boolean capitals = true;
        int from = at;
        for (; isToken(bytes[at]); at++) {
            capitals &= bytes[at] < 'a' || bytes[at] > 'z';
        }
        if (at == from || bytes[at++] != ' ') {
            throw Unreadable.malformed("the request line is malformed");
        }
        visible();
        if (bytes[at++] != ' ') {
            throw Unreadable.malformed("the request line is malformed");
        }
        int version = at;
        visible();
        boolean served = spells(version, at, VERSION);
        boolean http = spells(version, Math.min(at, version + ANY_VERSION.length()), ANY_VERSION);
        lineEnd("the request line");
        if (!served) {
            // HTTP/2 without TLS begins with a request line, too: PRI * HTTP/2.0.
            throw http ? Unreadable.anotherVersion() : Unreadable.malformed("the request line is malformed");
        }
        if (!capitals) {
            throw Unreadable.unknownMethod();
        }
    }

    /** One or more characters that are neither blank nor a control; a fragment is never sent. */
    private void visible() {
        int from = at;
        while (bytes[at] > ' ' && bytes[at] < 0x7f && bytes[at] != '#') {
            at++;
        }
        if (at == from) {
            throw Unreadable.malformed("the request line is malformed");
        }
    }

    private void header() {
        int from = at;
        while (isToken(bytes[at])) {
            at++;
        }
        // Also a line that begins with a blank: a continuation of the one before, which RFC 9112 lets a server refuse.
        if (at == from || bytes[at] != ':') {
            throw Unreadable.malformed("a header line is malformed");
        }
        int colon = at++;
        at = EightBytes.indexOfControl(bytes, at, end);
        while (at < end && bytes[at] == '\t') {
            at = EightBytes.indexOfControl(bytes, at + 1, end);
        }
        int to = at;
        lineEnd("a header line");
        if (spells(from, colon, CONTENT_LENGTH)) {
            framing(decimal(colon + 1, to));
        } else if (spells(from, colon, HOST)) {
            host(colon + 1, to);
        } else if (spells(from, colon, TRANSFER_ENCODING)) {
            framing(chunked(colon + 1, to));
        } else if (spells(from, colon, CONTENT_ENCODING)) {
            encoded = true;
        }
    }

    private void host(int from, int to) {
        hosts++;
        int first = firstOf(from, to);
        if (!HostValue.isValid(bytes, first, lastOf(first, to))) {
            throw Unreadable.malformed("Host must be a name or an address, and a port or none");
        }
    }

    private void framing(long bodyLength) {
        if (lengthKnown) {
            throw Unreadable.malformed("only one Content-Length or Transfer-Encoding is allowed");
        }
        lengthKnown = true;
        length = bodyLength;
    }

    /** Digit by digit: nearly every request has this header, and no other allocates here. */
    private long decimal(int from, int to) {
        int first = firstOf(from, to);
        int last = lastOf(first, to);
        long value = 0;
        boolean valid = last > first && last - first <= MOST_DIGITS;
        for (int digit = first; valid && digit < last; digit++) {
            valid = bytes[digit] >= '0' && bytes[digit] <= '9';
            value = 10 * value + bytes[digit] - '0';
        }
        if (!valid) {
            throw Unreadable.malformed("Content-Length must be one decimal number");
        }
        return value;
    }

    private int firstOf(int from, int to) {
        int first = from;
        while (first < to && isBlank(bytes[first])) {
            first++;
        }
        return first;
    }

    private int lastOf(int from, int to) {
        int last = to;
        while (last > from && isBlank(bytes[last - 1])) {
            last--;
        }
        return last;
    }

    private static boolean isBlank(byte character) {
        return character == ' ' || character == '\t';
    }

    private long chunked(int from, int to) {
        var value = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1).strip();
        if (!value.equalsIgnoreCase("chunked")) {
            throw Unreadable.malformed("the only Transfer-Encoding is 'chunked'");
        }
        return CHUNKED;
    }

    private void lineEnd(String what) {
        if (at + 1 >= end || bytes[at] != '\r' || bytes[at + 1] != '\n') {
            throw Unreadable.malformed("there is a character in " + what + " that is not allowed there");
        }
        at += 2;
    }

    /** Whether that name is in {@code [from, to)}, in whatever case. */
    private boolean spells(int from, int to, String name) {
        if (to - from != name.length()) {
            return false;
        }
        for (int index = 0; index < name.length(); index++) {
            if ((bytes[from + index] | 0x20) != name.charAt(index)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isToken(byte character) {
        return character > 0 && TOKEN[character];
    }
}
