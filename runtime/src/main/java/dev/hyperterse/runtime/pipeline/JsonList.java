package dev.hyperterse.runtime.pipeline;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/** Lists in the two notations that engines take: JSON, and the array literal of Postgres. */
final class JsonList {
    private JsonList() {}

    static String of(List<?> items) {
        var writer = new StringWriter();
        try (var generator = JsonText.FACTORY.createGenerator(ObjectWriteContext.empty(), writer)) {
            write(generator, items);
        }
        return writer.toString();
    }

    /** <code>{"a","b"}</code>: every item quoted, so that none is read as NULL, a brace or a comma. */
    static String postgresArray(List<?> items) {
        var literal = new StringBuilder("{");
        for (var item : items) {
            if (literal.length() > 1) {
                literal.append(',');
            }
            literal.append('"');
            Source.text(item).chars().forEach(character -> {
                if (character == '"' || character == '\\') {
                    literal.append('\\');
                }
                literal.append((char) character);
            });
            literal.append('"');
        }
        return literal.append('}').toString();
    }

    private static void write(JsonGenerator generator, Object value) {
        switch (value) {
            case List<?> list -> {
                generator.writeStartArray();
                list.forEach(item -> write(generator, item));
                generator.writeEndArray();
            }
            case Long number -> generator.writeNumber(number);
            case BigDecimal number -> generator.writeNumber(number);
            case Boolean truth -> generator.writeBoolean(truth);
            case JsonText json -> generator.writeRawValue(json.text());
            default -> generator.writeString(value.toString());
        }
    }
}
