package dev.hyperterse.runtime.http.request;

import dev.hyperterse.calls.PathSegments;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The paths of the endpoint: {@code /mcp}, followed by the segments that the server declares. A value has no character
 * that can be spelled in two ways, so that proxies and the replica read the same path.
 */
final class RequestPath {
    private static final Pattern VALUE = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._~-]{1,128}");

    private RequestPath() {}

    /** The segments behind the path of the endpoint: none, or {@code /acme}. */
    static Optional<PathSegments> behind(String rest, List<String> names) {
        if (names.isEmpty()) {
            return rest.isEmpty() ? Optional.of(PathSegments.NONE) : Optional.empty();
        }
        if (!rest.startsWith("/")) {
            return Optional.empty();
        }
        var values = List.of(rest.substring(1).split("/", -1));
        return values.size() == names.size() && values.stream().allMatch(RequestPath::isValue)
                ? Optional.of(new PathSegments(names, values))
                : Optional.empty();
    }

    private static boolean isValue(String text) {
        return VALUE.matcher(text).matches();
    }
}
