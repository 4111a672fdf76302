package dev.hyperterse.runtime.tool.script;

import dev.hyperterse.calls.binding.JsonList;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.validation.JsonText;
import dev.hyperterse.catalog.input.Input;
import java.io.StringWriter;
import java.util.List;
import tools.jackson.core.ObjectWriteContext;

/** The values of the inputs as one JSON object; inputs without a value are omitted. */
final class InputsJson {
    private InputsJson() {}

    /** @param values of the fields, and maybe of others behind them */
    static String of(List<Input> fields, Object[] values, Reservation memory) {
        var text = new StringWriter();
        try (var json = JsonText.FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            for (var slot = 0; slot < fields.size(); slot++) {
                if (values[slot] != null) {
                    json.writeName(fields.get(slot).name());
                    JsonList.write(json, values[slot]);
                }
            }
            json.writeEndObject();
        }
        var json = text.toString();
        memory.take(2L * json.length());
        return json;
    }
}
