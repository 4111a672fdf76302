package dev.hyperterse.catalog.values;

import dev.hyperterse.catalog.CatalogException;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The entries of a value set as they lie in its Secret: one JSON object of names and texts. */
public final class ValueSetCodec {
    private static final JsonMapper MAPPER = new JsonMapper();

    private ValueSetCodec() {}

    public static byte[] encode(Map<ValueKey, String> entries) {
        var names = new TreeMap<String, String>();
        entries.forEach((key, value) -> names.put(key.name(), value));
        return MAPPER.writeValueAsBytes(names);
    }

    public static Map<ValueKey, String> decode(byte[] json) {
        try {
            var entries = new TreeMap<ValueKey, String>();
            MAPPER.readValue(json, new TypeReference<Map<String, String>>() {})
                    .forEach((name, value) -> entries.put(new ValueKey(name), value));
            return entries;
        } catch (JacksonException broken) {
            // The cause would carry a piece of the content into a log.
            throw new CatalogException("the value set cannot be read");
        }
    }
}
