package dev.hyperterse.cli.validation.place;

import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ManifestSet;
import dev.hyperterse.cli.manifest.ObjectKey;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A text that a manifest refers to and that the directory has: in another manifest, or in a file. */
public record ReferredText(Manifest configMap, String key) {
    private static final String REFERENCE = ".configMapKeyRef";

    /** The text of the reference at {@code path}, as {@code spec.statement.text.configMapKeyRef}. */
    public static Optional<ReferredText> at(ManifestSet directory, Manifest manifest, String path) {
        return path.endsWith(REFERENCE)
                        && value(manifest.content(), FieldPath.segments(path)) instanceof Map<?, ?> reference
                        && reference.get("name") instanceof String name
                        && reference.get("key") instanceof String key
                ? directory
                        .find(new ObjectKey(
                                ManifestKind.CONFIG_MAP, manifest.key().namespace(), name))
                        .map(configMap -> new ReferredText(configMap, key))
                : Optional.empty();
    }

    /** Where in such a text a problem is. */
    static Optional<Place> place(ManifestSet directory, Manifest manifest, Problem problem) {
        return at(directory, manifest, problem.path())
                .map(text -> new ReferredText(text.configMap, problem.key().orElse(text.key)))
                .filter(text -> text.text().isPresent())
                .map(text -> text.configMap.sources().locate(FieldPath.key("data", text.key), problem.position()));
    }

    /** Empty where the key has none. */
    public Optional<String> text() {
        return configMap.content().get("data") instanceof Map<?, ?> data && data.get(key) instanceof String text
                ? Optional.of(text)
                : Optional.empty();
    }

    /** The value that a manifest has at a path; an empty text where it has none. */
    public static Object value(Map<String, Object> content, List<String> segments) {
        Object value = content;
        for (var segment : segments) {
            value = switch (value) {
                case Map<?, ?> map when map.get(segment) != null -> map.get(segment);
                case List<?> list when isIndex(segment, list) -> list.get(Integer.parseInt(segment));
                default -> "";
            };
        }
        return value;
    }

    private static boolean isIndex(String segment, List<?> list) {
        return segment.chars().allMatch(Character::isDigit) && Integer.parseInt(segment) < list.size();
    }
}
