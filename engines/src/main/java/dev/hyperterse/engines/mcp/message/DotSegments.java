package dev.hyperterse.engines.mcp.message;

import java.util.regex.Pattern;

/**
 * The segments {@code .} and {@code ..}, which lead out of the folder of a URI. They are found as well where the other side
 * decodes the URI first, and in a query or fragment, which it may take for a part of the path.
 */
public final class DotSegments {
    private static final String DELIMITER = "[/\\\\?#]|%2f|%5c|%3f|%23";
    private static final Pattern SEGMENT =
            Pattern.compile("(?i)(?:^|:|" + DELIMITER + ")(?:\\.|%2e){1,2}(?:$|" + DELIMITER + ")");

    private DotSegments() {}

    /** Whether a URI, or a part of one, has such a segment. */
    public static boolean areIn(String uri) {
        return SEGMENT.matcher(uri).find();
    }
}
