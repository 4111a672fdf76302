package dev.hyperterse.runtime.connector.mysql.rows;

import tools.jackson.core.JacksonException;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The grammar of JSON. */
final class JsonDocument {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonDocument() {}

    /** Whether the text is one value and nothing else. */
    static boolean is(String text) {
        try (var parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                return false;
            }
            parser.skipChildren();
            // Numbers and names are looked at when they are asked for, or when the next token is.
            return parser.nextToken() == null;
        } catch (JacksonException other) {
            return false;
        }
    }
}
