package dev.hyperterse.runtime.mcp;

import dev.hyperterse.catalog.Template;
import java.util.Map;

/** Fills arguments into text. One pass: what an argument contains is never looked at again. */
final class Templates {
    private Templates() {}

    static String render(Template template, Map<String, String> values) {
        var text = new StringBuilder();
        for (var piece : template.pieces()) {
            switch (piece) {
                case Template.Literal(var literal) -> text.append(literal);
                case Template.Argument(var name) -> text.append(values.getOrDefault(name, ""));
            }
        }
        return text.toString();
    }
}
