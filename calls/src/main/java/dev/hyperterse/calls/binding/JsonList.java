package dev.hyperterse.calls.binding;

import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.validation.JsonText;
import java.math.BigDecimal;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/** Lists as JSON. */
final class JsonList {
    private JsonList() {}

    static String of(List<?> items, Reservation memory) {
        var writer = new GrowingText(memory);
        try (var generator = JsonText.FACTORY.createGenerator(ObjectWriteContext.empty(), writer)) {
            write(generator, items);
        }
        return writer.toString();
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
