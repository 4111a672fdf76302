package dev.hyperterse.cli.explain;

import dev.hyperterse.cli.status.ObservedKind;
import dev.hyperterse.compiler.admission.Spelling;
import dev.hyperterse.compiler.admission.Synonyms;
import dev.hyperterse.compiler.admission.schema.CustomResourceSchemas;
import dev.hyperterse.compiler.admission.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Sentences about a path that is not there, with the one that was probably meant. */
final class NearFields {
    private static final int MOST_PLACES = 5;
    private static final Set<String> OF_KUBERNETES = Set.of("apiVersion", "kind", "metadata");

    private NearFields() {}

    static String ofUnknownField(String parent, String name, Set<String> known) {
        var wrong = "%s has no field '%s'; ".formatted(parent, name);
        if (!parent.contains(".") && OF_KUBERNETES.contains(name)) {
            return parent + " has " + name + " as every object of Kubernetes; 'kubectl explain' shows it";
        }
        return wrong
                + Synonyms.field(name, known)
                        .or(() -> Spelling.nearest(name, known)
                                .map("did you mean '%s.%%s'?".formatted(parent)::formatted))
                        .orElseGet(() -> known.isEmpty() ? "it has none" : "it has " + String.join(", ", known));
    }

    /** @param names of the whole path: people also give the field alone */
    static String ofUnknownKind(List<String> names) {
        var kinds = Arrays.stream(ObservedKind.values()).map(ObservedKind::word).toList();
        var places = Optional.of(String.join(", ", placesOf(names.getLast())))
                .filter(text -> !text.isEmpty())
                .map("fields of that name: %s"::formatted);
        var near = Spelling.nearest(names.getFirst(), kinds).map("did you mean '%s'?"::formatted);
        // A name alone is more often that of a field than a kind with a typo.
        return "'%s' is no kind of Hyperterse; ".formatted(names.getFirst())
                + (names.size() == 1 ? places.or(() -> near) : near.or(() -> places))
                        .orElseGet(() -> "a path begins with " + String.join(", ", kinds));
    }

    private static List<String> placesOf(String name) {
        var places = new ArrayList<String>();
        for (var kind : ObservedKind.values()) {
            collect(name, kind.word(), CustomResourceSchemas.committed().of(kind.kind()), places);
        }
        return places.stream()
                .sorted(Comparator.comparingInt(String::length))
                .limit(MOST_PLACES)
                .toList();
    }

    private static void collect(String name, String path, Schema schema, List<String> places) {
        schema.element().fields().named().forEach((field, below) -> {
            if (field.equals(name)) {
                places.add(path + "." + field);
            }
            collect(name, path + "." + field, below, places);
        });
    }
}
