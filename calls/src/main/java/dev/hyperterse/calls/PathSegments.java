package dev.hyperterse.calls;

import java.util.List;
import java.util.Optional;

/**
 * The path segments of a call's URL behind the path of the endpoint, chosen by the client.
 *
 * @param names as the path of the server declares them
 * @param values one for each name
 */
public record PathSegments(List<String> names, List<String> values) {
    /** The segments of a call without a URL, or to a server whose path has no segments. */
    public static final PathSegments NONE = new PathSegments(List.of(), List.of());

    public PathSegments {
        names = List.copyOf(names);
        values = List.copyOf(values);
        if (names.size() != values.size()) {
            throw new IllegalArgumentException("a segment has one name and one value");
        }
    }

    public Optional<String> value(String name) {
        var index = names.indexOf(name);
        return index < 0 ? Optional.empty() : Optional.of(values.get(index));
    }

    /** The segments as in the URL, each after a slash. */
    public String text() {
        return values.isEmpty() ? "" : "/" + String.join("/", values);
    }

    /** Omits the values, which must not be logged or traced. */
    @Override
    public String toString() {
        return "PathSegments" + names;
    }
}
