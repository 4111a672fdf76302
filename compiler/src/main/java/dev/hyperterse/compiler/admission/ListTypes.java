package dev.hyperterse.compiler.admission;

import dev.hyperterse.compiler.admission.schema.Schema;
import dev.hyperterse.compiler.admission.violation.Cause;
import dev.hyperterse.compiler.admission.violation.ObjectPath;
import dev.hyperterse.compiler.admission.violation.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds what occurs twice in a list that is a set or a map. The second of two is the one reported, each pair once. */
final class ListTypes {
    private final List<Violation> findings = new ArrayList<>();

    private ListTypes() {}

    static List<Violation> of(Schema schema, Map<?, ?> object) {
        var check = new ListTypes();
        check.value(Optional.of(schema), ObjectPath.ROOT, object);
        return check.findings;
    }

    private void value(Optional<Schema> schema, ObjectPath path, Object value) {
        schema.ifPresent(it -> {
            switch (value) {
                case Map<?, ?> map -> map(it.fields(), path, map);
                case List<?> list -> list(it.items(), path, list);
                case null, default -> {}
            }
        });
    }

    private void map(Schema.Fields fields, ObjectPath path, Map<?, ?> map) {
        map.forEach((key, item) -> {
            var name = key.toString();
            var named = Optional.ofNullable(fields.named().get(name));
            value(named.or(fields::others), named.isPresent() ? path.child(name) : path.key(name), item);
        });
    }

    private void list(Schema.Items items, ObjectPath path, List<?> list) {
        switch (items.listType()) {
            case ATOMIC -> {}
            case SET -> duplicates(path, list);
            case MAP -> mapList(items.keys(), path, list);
        }
        for (var index = 0; index < list.size(); index++) {
            value(items.schema(), path.index(index), list.get(index));
        }
    }

    private void mapList(List<String> keys, ObjectPath path, List<?> list) {
        for (var index = 0; index < list.size(); index++) {
            if (list.get(index) != null && !(list.get(index) instanceof Map)) {
                findings.add(Violation.invalid(
                        path.index(index), list.get(index), "must be an object for an array of list-type map"));
                return;
            }
        }
        duplicates(path, list.stream().map(item -> keyOf(keys, item)).toList());
    }

    private static Map<String, Object> keyOf(List<String> keys, Object item) {
        var key = new LinkedHashMap<String, Object>();
        if (item instanceof Map<?, ?> map) {
            keys.stream().filter(map::containsKey).forEach(name -> key.put(name, map.get(name)));
        }
        return key;
    }

    private void duplicates(ObjectPath path, List<?> values) {
        var times = new HashMap<Object, Integer>();
        for (var index = 0; index < values.size(); index++) {
            if (times.merge(values.get(index), 1, Integer::sum) == 2) {
                findings.add(Violation.about(path.index(index), Cause.DUPLICATE, values.get(index), ""));
            }
        }
    }
}
