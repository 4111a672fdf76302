package dev.hyperterse.runtime.tool.script;

import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.validation.JsonText;
import dev.hyperterse.catalog.input.Input;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** The values of the inputs as one JSON object; inputs without a value are omitted. */
final class InputsJson {
    private InputsJson() {}

    /** @param values of the fields, and maybe of others behind them */
    static String of(List<Input> fields, Object[] values, Reservation memory) {
        var json = new StringBuilder("{");
        for (var slot = 0; slot < fields.size(); slot++) {
            if (values[slot] != null) {
                json.append(json.length() == 1 ? "" : ",");
                append(fields.get(slot).name(), json);
                json.append(':');
                append(values[slot], json);
            }
        }
        memory.take(2L * json.length());
        return json.append('}').toString();
    }

    private static void append(Object value, StringBuilder json) {
        switch (value) {
            case String text -> json.append(JsonMapper.shared().writeValueAsString(text));
            case List<?> list -> {
                json.append('[');
                for (var index = 0; index < list.size(); index++) {
                    json.append(index == 0 ? "" : ",");
                    if (list.get(index) == null) {
                        json.append("null");
                    } else {
                        append(list.get(index), json);
                    }
                }
                json.append(']');
            }
            case JsonText(var text) -> json.append(text);
            // Numbers and truth values are JSON as they are.
            default -> json.append(value);
        }
    }
}
