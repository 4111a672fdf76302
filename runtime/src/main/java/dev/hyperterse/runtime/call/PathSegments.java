package dev.hyperterse.runtime.call;

import java.util.List;
import java.util.Optional;

/**
 * The segments of the URL that a call was sent to, behind the path of the endpoint. The client chooses them.
 *
 * @param names as the path of the server has them
 * @param values one for each name
 */
public record PathSegments(List<String> names, List<String> values) {
    /** Of a call that came without a URL, or to a server whose path has no segments. */
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

    /** As the URL has them, each behind a slash. */
    public String text() {
        return values.isEmpty() ? "" : "/" + String.join("/", values);
    }

    /** Nothing that is logged or traced holds a value. */
    @Override
    public String toString() {
        return "PathSegments" + names;
    }
}
