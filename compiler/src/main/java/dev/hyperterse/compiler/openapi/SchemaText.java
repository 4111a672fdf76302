package dev.hyperterse.compiler.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;

/**
 * The room for a schema as text. A tree of few objects can have far more text than memory: its parts may be shared, and are
 * written out each time.
 */
final class SchemaText {
    private long left;

    /** @param most characters */
    SchemaText(long most) {
        this.left = most;
    }

    /** Takes the room of a name, and of what a schema has at least. @return whether there was enough */
    boolean take(String name, JsonNode schema) {
        left -= name.length();
        return take(schema);
    }

    /** Ends as soon as there is too much. */
    boolean take(JsonNode node) {
        left--;
        if (node.isTextual()) {
            left -= node.textValue().length();
        }
        var members = node.properties().iterator();
        while (left >= 0 && members.hasNext()) {
            var member = members.next();
            take(member.getKey(), member.getValue());
        }
        var items = node.isArray() ? node.elements() : Collections.<JsonNode>emptyIterator();
        while (left >= 0 && items.hasNext()) {
            take(items.next());
        }
        return left >= 0;
    }
}
