package dev.hyperterse.runtime.mcp;

import dev.hyperterse.catalog.Template;
import dev.hyperterse.runtime.memory.Reservation;
import java.util.Map;

/** Fills arguments into text. What an argument contains is never looked at again. */
final class Templates {
    /** In the builder and in the text, two bytes each. */
    private static final long CHARACTER = 4;

    private Templates() {}

    /** The text is taken from the memory of the call before it is made. */
    static String render(Template template, Map<String, String> values, Reservation memory) {
        var length = length(template, values);
        memory.take(CHARACTER * length);
        var text = new StringBuilder(Math.toIntExact(length));
        for (var piece : template.pieces()) {
            switch (piece) {
                case Template.Literal(var literal) -> text.append(literal);
                case Template.Argument(var name) -> text.append(values.getOrDefault(name, ""));
            }
        }
        return text.toString();
    }

    private static long length(Template template, Map<String, String> values) {
        var length = 0L;
        for (var piece : template.pieces()) {
            length += switch (piece) {
                case Template.Literal(var literal) -> literal.length();
                case Template.Argument(var name) ->
                    values.getOrDefault(name, "").length();
            };
        }
        return length;
    }
}
