package dev.hyperterse.calls.binding;

import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.validation.JsonText;
import java.math.BigDecimal;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/** Bound values as JSON. */
public final class JsonList {
    private JsonList() {}

    static String of(List<?> items, Reservation memory) {
        var writer = new GrowingText(memory);
        try (var generator = JsonText.FACTORY.createGenerator(ObjectWriteContext.empty(), writer)) {
            write(generator, items);
        }
        return writer.toString();
    }

    /** Writes a list, or one value of it. */
    public static void write(JsonGenerator generator, Object value) {
        switch (value) {
            case List<?> list -> {
                generator.writeStartArray();
                list.forEach(item -> write(generator, item));
                generator.writeEndArray();
            }
            case null -> generator.writeNull();
            case Long number -> generator.writeNumber(number);
            case BigDecimal number -> generator.writeNumber(number);
            case Boolean truth -> generator.writeBoolean(truth);
            case JsonText json -> generator.writeRawValue(json.text());
            default -> generator.writeString(value.toString());
        }
    }
}
