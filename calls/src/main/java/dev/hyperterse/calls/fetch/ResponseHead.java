package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.fetch.FetchRequest.Header;
import dev.hyperterse.catalog.request.HeaderRules;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Status line and headers, which are bounded together.
 *
 * @param persistent whether the version of HTTP keeps connections by default
 * @param headers names in lower case
 */
record ResponseHead(boolean persistent, int status, String statusText, List<Header> headers) {
    static final int LARGEST = 32 * 1024;
    private static final int FIRST_FINAL = 200;
    private static final String VERSION = "HTTP/1.";

    /** Where the status ends in a line such as {@code HTTP/1.1 200 OK}. */
    private static final int STATUS_END = 12;

    static ResponseHead read(ArrivedBytes in) throws IOException {
        var left = new int[] {LARGEST};
        var status = in.line(left);
        if (!isStatus(status)) {
            throw new ProtocolException("no status line of HTTP/1");
        }
        var headers = new ArrayList<Header>();
        for (var line = in.line(left); !line.isEmpty(); line = in.line(left)) {
            headers.add(parsed(line));
        }
        return new ResponseHead(
                status.charAt(VERSION.length()) == '1',
                Integer.parseInt(status, STATUS_END - 3, STATUS_END, 10),
                status.length() > STATUS_END ? status.substring(STATUS_END + 1) : "",
                List.copyOf(headers));
    }

    private static boolean isStatus(String line) {
        if (line.length() < STATUS_END || !line.startsWith(VERSION)) {
            return false;
        }
        var version = line.charAt(VERSION.length());
        return (version == '0' || version == '1')
                && line.charAt(VERSION.length() + 1) == ' '
                && line.charAt(STATUS_END - 3) != '0'
                && MessageBody.isDigits(line, STATUS_END - 3, STATUS_END)
                && (line.length() == STATUS_END || line.charAt(STATUS_END) == ' ')
                && line.indexOf('\r') < 0;
    }

    /** Splits at the colon: an expression that also trims blanks would take the square of their number. */
    private static Header parsed(String line) throws ProtocolException {
        var colon = line.indexOf(':');
        var name = line.substring(0, Math.max(0, colon)).toLowerCase(Locale.ROOT);
        if (!HeaderRules.isName(name)) {
            throw new ProtocolException("a malformed header");
        }
        return new Header(name, line.substring(colon + 1).strip());
    }

    /** The same, behind which the connection carries no other request. */
    ResponseHead last() {
        return new ResponseHead(false, status, statusText, headers);
    }

    boolean isInterim() {
        return status < FIRST_FINAL;
    }

    /** All values of a header, joined. */
    Optional<String> header(String name) {
        Optional<String> all = Optional.empty();
        for (var header : headers) {
            if (header.name().equals(name)) {
                all = Optional.of(all.isEmpty() ? header.value() : all.get() + ", " + header.value());
            }
        }
        return all;
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
