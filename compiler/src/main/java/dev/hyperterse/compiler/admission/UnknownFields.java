package dev.hyperterse.compiler.admission;

import dev.hyperterse.compiler.admission.schema.Schema;
import dev.hyperterse.compiler.admission.violation.Cause;
import dev.hyperterse.compiler.admission.violation.GoText;
import dev.hyperterse.compiler.admission.violation.ObjectPath;
import dev.hyperterse.compiler.admission.violation.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds unknown fields, as kubectl's strict validation does. */
final class UnknownFields {
    private static final Set<String> OF_OBJECTS = Set.of("apiVersion", "kind", "metadata");
    private static final Set<String> OF_METADATA = Set.of(
            "name",
            "generateName",
            "namespace",
            "selfLink",
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "labels",
            "annotations",
            "ownerReferences",
            "finalizers",
            "managedFields");

    private final List<Violation> findings = new ArrayList<>();

    private UnknownFields() {}

    static List<Violation> of(Schema schema, Map<?, ?> object) {
        var search = new UnknownFields();
        search.map(Optional.of(schema), ObjectPath.ROOT, object, OF_OBJECTS);
        if (object.get("metadata") instanceof Map<?, ?> metadata) {
            search.metadata(metadata);
        }
        return search.findings;
    }

    private void metadata(Map<?, ?> metadata) {
        for (var key : metadata.keySet()) {
            if (!OF_METADATA.contains(key.toString())) {
                report(new ObjectPath("metadata").child(key.toString()), key.toString(), OF_METADATA);
            }
        }
    }

    private void value(Optional<Schema> schema, ObjectPath path, Object value) {
        switch (value) {
            case Map<?, ?> map -> map(schema, path, map, Set.of());
            case List<?> list -> {
                for (var index = 0; index < list.size(); index++) {
                    value(schema.flatMap(it -> it.items().schema()), path.index(index), list.get(index));
                }
            }
            case null, default -> {}
        }
    }

    private void map(Optional<Schema> schema, ObjectPath path, Map<?, ?> map, Set<String> besides) {
        var open = schema.map(Schema::open).orElse(false);
        var known = schema.map(it -> it.fields().named().keySet()).orElse(Set.of());
        map.forEach((key, value) -> {
            var name = key.toString();
            var field = schema.flatMap(it -> it.fields().of(name));
            if (besides.contains(name)) {
                return;
            }
            if (field.isPresent()) {
                value(field, path.child(name), value);
            } else if (!open) {
                report(path.child(name), name, known);
            }
        });
    }

    private void report(ObjectPath path, String name, Set<String> known) {
        findings.add(Violation.of(path, Cause.UNKNOWN_FIELD, "unknown field " + GoText.quoted(path.text()))
                .withRemedy(remedy(name, known)));
    }

    private static String remedy(String name, Set<String> known) {
        return Synonyms.field(name, known)
                .or(() -> Spelling.nearest(name, known).map("did you mean %s?"::formatted))
                .orElseGet(() -> known.isEmpty() || known.size() > 24
                        ? "remove it"
                        : "remove it, or use one of "
                                + String.join(", ", known.stream().sorted().toList()));
    }
}
