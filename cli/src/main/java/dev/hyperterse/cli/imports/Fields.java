package dev.hyperterse.cli.imports;

import java.util.LinkedHashMap;
import java.util.Map;

/** Fields of a manifest, which are written in their order. */
public final class Fields {
    private Fields() {}

    public static Map<String, Object> of(String name, Object value, String second, Object other) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put(name, value);
        fields.put(second, other);
        return fields;
    }
}
