package dev.hyperterse.cli.document;

import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.compiler.problem.Position;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The positions of an object's fields in its file. Paths are those of the API server and of the compiler:
 * {@code spec.inputs[2].default}, {@code metadata.labels.app.kubernetes.io/name}, {@code data[schema.sql]} and
 * {@code data["schema.sql"]}.
 *
 * @param key where the field's name stands; for items and the object itself where the value begins
 * @param value where the value begins
 * @param fields of a map
 * @param items of a list
 * @param layout how a text lies in the file
 */
public record SourceMap(
        Place key, Place value, Map<String, SourceMap> fields, List<SourceMap> items, TextLayout layout) {

    /** The field itself, or the nearest thing around it that is written in the file. */
    public Place locate(String path) {
        var found = descend(path);
        // A wrong value is reported at its position, a missing field at the beginning of its parent.
        return found.isScalar() ? found.value() : found.key();
    }

    /** The position of a field's name, for unknown fields. */
    public Place locateName(String path) {
        return descend(path).key();
    }

    /** A place within the text of a field: of a statement, of a script. */
    public Place locate(String path, Optional<Position> position) {
        return position.flatMap(
                        place -> exactly(path).flatMap(found -> found.layout().locate(place)))
                .orElseGet(() -> locate(path));
    }

    /** Whether the file says anything at {@code path}. */
    public boolean has(String path) {
        return exactly(path).isPresent();
    }

    private boolean isScalar() {
        return fields.isEmpty() && items.isEmpty();
    }

    private SourceMap descend(String path) {
        return path.isEmpty()
                ? this
                : step(path).map(it -> it.next().descend(it.rest())).orElse(this);
    }

    private Optional<SourceMap> exactly(String path) {
        return path.isEmpty()
                ? Optional.of(this)
                : step(path).flatMap(it -> it.next().exactly(it.rest()));
    }

    private Optional<Step> step(String path) {
        return path.startsWith("[") ? bracket(path) : field(path.startsWith(".") ? path.substring(1) : path);
    }

    private Optional<Step> bracket(String path) {
        for (var end = path.indexOf(']'); end > 0; end = path.indexOf(']', end + 1)) {
            var inside = unquoted(path.substring(1, end));
            var rest = path.substring(end + 1);
            if (fields.containsKey(inside)) {
                return Optional.of(new Step(fields.get(inside), rest));
            }
            var index = indexOf(inside);
            if (index >= 0 && index < items.size()) {
                return Optional.of(new Step(items.get(index), rest));
            }
        }
        return Optional.empty();
    }

    /** The compiler quotes keys with characters of their own meaning: {@code data["schema.sql"]}. */
    private static String unquoted(String inside) {
        return inside.length() > 1 && inside.startsWith("\"") && inside.endsWith("\"")
                ? inside.substring(1, inside.length() - 1).replace("\\\"", "\"").replace("\\\\", "\\")
                : inside;
    }

    /** Names may contain dots and brackets, so the longest name of this map that the path begins with is the one. */
    private Optional<Step> field(String path) {
        for (var end = path.length(); end > 0; end = endOfShorterName(path, end)) {
            var next = fields.get(path.substring(0, end));
            if (next != null) {
                return Optional.of(new Step(next, path.substring(end)));
            }
        }
        return Optional.empty();
    }

    private static int endOfShorterName(String path, int end) {
        return Math.max(path.lastIndexOf('.', end - 1), path.lastIndexOf('[', end - 1));
    }

    private static int indexOf(String inside) {
        try {
            return Integer.parseInt(inside);
        } catch (NumberFormatException notAnIndex) {
            return -1;
        }
    }

    private record Step(SourceMap next, String rest) {}
}
