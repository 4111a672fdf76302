package dev.hyperterse.search.document;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The words of an input schema. Names and descriptions of the top level are left out, because the {@link SearchInput}s
 * have them, even if the schema only refers to them.
 */
final class SchemaWords {
    /** Keywords whose value is data, not a schema. */
    private static final Set<String> DATA = Set.of("default", "examples", "required", "dependentRequired");

    /** Keywords whose value is a map from names to schemas; the names of the first are inputs. */
    private static final Set<String> SCHEMAS_BY_NAME =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");

    private final List<String> names = new ArrayList<>();
    private final List<String> descriptions = new ArrayList<>();
    private final List<String> values = new ArrayList<>();

    private SchemaWords() {}

    static SchemaWords of(JsonNode schema) {
        var words = new SchemaWords();
        words.read(schema, 0);
        return words;
    }

    /** Inputs inside other inputs. */
    List<String> names() {
        return names;
    }

    /** Titles at every level, and descriptions of inputs inside other inputs. */
    List<String> descriptions() {
        return descriptions;
    }

    /** The possible values of inputs: enums, constants, and names of formats. */
    List<String> values() {
        return values;
    }

    private void read(JsonNode schema, int level) {
        schema.forEachEntry((keyword, value) -> {
            switch (keyword) {
                case "enum" -> value.forEach(this::value);
                case "const", "format" -> value(value);
                case "title" -> text(value, descriptions);
                case "description" -> {
                    if (level > 1) {
                        text(value, descriptions);
                    }
                }
                default -> {
                    if (SCHEMAS_BY_NAME.contains(keyword)) {
                        named(keyword, value, level);
                    } else if (!DATA.contains(keyword)) {
                        nested(value, level);
                    }
                }
            }
        });
    }

    private void named(String keyword, JsonNode schemas, int level) {
        schemas.forEachEntry((name, schema) -> {
            if (keyword.equals("properties") && level > 0) {
                names.add(name);
            }
            read(schema, level + 1);
        });
    }

    /** One schema, or several in an array. */
    private void nested(JsonNode value, int level) {
        if (value.isArray()) {
            value.forEach(each -> read(each, level));
        } else {
            read(value, level);
        }
    }

    private void value(JsonNode value) {
        if (value.isValueNode() && !value.isNull()) {
            values.add(value.asString());
        }
    }

    private static void text(JsonNode value, List<String> texts) {
        if (value.isString()) {
            texts.add(value.stringValue());
        }
    }
}
