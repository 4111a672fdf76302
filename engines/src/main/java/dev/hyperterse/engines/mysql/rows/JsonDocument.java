package dev.hyperterse.engines.mysql.rows;

import tools.jackson.core.JacksonException;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The grammar of JSON. */
final class JsonDocument {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonDocument() {}

    /** Whether the text is exactly one JSON value. */
    static boolean is(String text) {
        try (var parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                return false;
            }
            parser.skipChildren();
            // Reading the next token also validates the last number or name.
            return parser.nextToken() == null;
        } catch (JacksonException other) {
            return false;
        }
    }
}
