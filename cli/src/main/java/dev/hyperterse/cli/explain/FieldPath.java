package dev.hyperterse.cli.explain;

import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.status.ObservedKind;
import dev.hyperterse.compiler.admission.schema.CustomResourceSchemas;
import dev.hyperterse.compiler.admission.schema.Schema;
import java.util.List;
import java.util.regex.Pattern;

/** A path such as {@code tool.spec.inputs.type}, looked up in the schema of its kind. */
public sealed interface FieldPath {
    /**
     * A kind, or a field of one.
     *
     * @param path with the shortest word for the kind
     * @param name of the field, or the word of the kind
     */
    record Found(ManifestKind kind, String path, String name, Schema schema, boolean required) implements FieldPath {
        /** Whether it is the kind itself. */
        boolean isKind() {
            return path.equals(name);
        }
    }

    /** @param message with what to write instead */
    record Unknown(String message) implements FieldPath {}

    /** Signs of lists and maps, as the API reference and problems write them: there is nothing to choose. */
    Pattern ELEMENTS = Pattern.compile("\\[[^]]*]|\\{}");

    /** @param text a kind by any name that kubectl takes, and names of fields behind it */
    static FieldPath of(String text) {
        var names = List.of(ELEMENTS.matcher(text)
                .replaceAll("")
                .replaceFirst("\\." + Pattern.quote(ManifestKind.GROUP) + "(?=\\.|$)", "")
                .split("\\.", -1));
        return ObservedKind.of(names.getFirst())
                .map(kind -> of(kind, names.subList(1, names.size())))
                .orElseGet(() -> new Unknown(NearFields.ofUnknownKind(names)));
    }

    private static FieldPath of(ObservedKind word, List<String> names) {
        var kind = word.manifestKind();
        var schema = CustomResourceSchemas.committed().of(kind.kind());
        var found = new Found(kind, word.word(), word.word(), schema, false);
        for (var name : names) {
            var fields = found.schema().element().fields();
            if (!fields.named().containsKey(name)) {
                return new Unknown(NearFields.ofUnknownField(
                        found.path(), name, fields.named().keySet()));
            }
            found = new Found(
                    kind,
                    found.path() + "." + name,
                    name,
                    fields.named().get(name),
                    fields.required().contains(name));
        }
        return found;
    }
}
