package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.fetch.FetchRequest.Header;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Status line and headers, which are bounded together.
 *
 * @param persistent whether the version of HTTP keeps connections by default
 * @param headers names in lower case
 */
record ResponseHead(boolean persistent, int status, String statusText, List<Header> headers) {
    static final int LARGEST = 32 * 1024;
    private static final int FIRST_FINAL = 200;
    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.([01]) ([1-9][0-9]{2})(?: (.*))?");
    private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+\\-.^_`|~0-9A-Za-z]+");

    static ResponseHead read(InputStream in) throws IOException {
        var left = new int[] {LARGEST};
        var status = STATUS_LINE.matcher(line(in, left));
        if (!status.matches()) {
            throw new ProtocolException("no status line of HTTP/1");
        }
        var headers = new ArrayList<Header>();
        for (var line = line(in, left); !line.isEmpty(); line = line(in, left)) {
            headers.add(parsed(line));
        }
        return new ResponseHead(
                status.group(1).equals("1"),
                Integer.parseInt(status.group(2)),
                Optional.ofNullable(status.group(3)).orElse(""),
                List.copyOf(headers));
    }

    /** Splits at the colon: an expression that also trims blanks would take the square of their number. */
    private static Header parsed(String line) throws ProtocolException {
        var colon = line.indexOf(':');
        if (colon < 0 || !HEADER_NAME.matcher(line.substring(0, colon)).matches()) {
            throw new ProtocolException("a malformed header");
        }
        return new Header(
                line.substring(0, colon).toLowerCase(Locale.ROOT),
                line.substring(colon + 1).strip());
    }

    /**
     * Reads a line without its end.
     *
     * @param left bytes that may still be read
     */
    static String line(InputStream in, int[] left) throws IOException {
        var line = new ByteArrayOutputStream();
        for (var next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection ended within a line");
            }
            if (--left[0] < 0) {
                throw new ProtocolException("more than may stand before a body");
            }
            line.write(next);
        }
        left[0]--;
        var text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    boolean isInterim() {
        return status < FIRST_FINAL;
    }

    /** All values of a header, joined. */
    Optional<String> header(String name) {
        return headers.stream()
                .filter(header -> header.name().equals(name))
                .map(Header::value)
                .reduce((one, other) -> one + ", " + other);
    }

    /** Whether the connection can carry another request afterwards. */
    boolean keepsConnection() {
        return persistent
                && header("connection")
                        .map(value -> value.toLowerCase(Locale.ROOT))
                        .filter(value -> value.contains("close"))
                        .isEmpty();
    }
}
