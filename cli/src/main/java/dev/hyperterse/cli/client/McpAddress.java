package dev.hyperterse.cli.client;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;

/** Addresses of servers as people write them: with or without a scheme and the path. */
public final class McpAddress {
    /** The path of every server without path segments of its own. */
    static final String PATH = "/mcp";

    private static final Pattern WITHOUT_SCHEME =
            Pattern.compile("(localhost|[A-Za-z0-9.-]+\\.[A-Za-z0-9.-]+|\\[[0-9a-fA-F:]+])(:\\d+)(/.*)?");

    private McpAddress() {}

    /**
     * The URL that the text means; empty where it has none of the forms.
     *
     * @throws IllegalArgumentException if it is a malformed URL
     */
    public static Optional<URI> of(String text) {
        if (text.startsWith("http://") || text.startsWith("https://")) {
            return Optional.of(URI.create(text));
        }
        return WITHOUT_SCHEME.matcher(text).matches() ? Optional.of(URI.create("http://" + text)) : Optional.empty();
    }

    /** The URL with the path of MCP where it has none. */
    public static URI withPath(URI url) {
        return url.resolve(path(url));
    }

    static String path(URI url) {
        var path = url.getRawPath();
        return path.isEmpty() || path.equals("/") ? PATH : path;
    }
}
