package dev.hyperterse.runtime.tool;

import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.validation.JsonText;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.rule.JsonValues;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The values of inputs for rules and decision points; an input without a value is absent. */
final class InputValues {
    /** Bytes of objects for each character of JSON. */
    private static final long TREE = 8;

    private InputValues() {}

    /** @param values of the fields, and maybe of others behind them */
    static Map<String, Object> of(List<Input> fields, Object[] values, Reservation memory) {
        var named = HashMap.<String, Object>newHashMap(fields.size());
        for (var slot = 0; slot < fields.size(); slot++) {
            if (values[slot] != null) {
                named.put(fields.get(slot).name(), value(values[slot], memory));
            }
        }
        return named;
    }

    /** The values as JSON; numbers are not rounded. */
    static Map<String, Object> exactly(List<Input> fields, Object[] values, Reservation memory) {
        var named = HashMap.<String, Object>newHashMap(fields.size());
        for (var slot = 0; slot < fields.size(); slot++) {
            if (values[slot] != null) {
                named.put(fields.get(slot).name(), exactly(values[slot], memory));
            }
        }
        return named;
    }

    private static Object exactly(Object value, Reservation memory) {
        return switch (value) {
            case JsonText(var text) -> {
                memory.take(TREE * text.length());
                yield JsonMapper.shared().readTree(text);
            }
            case String text -> {
                // Its JSON, and the bytes of that.
                memory.take(TREE * text.length());
                yield text;
            }
            case List<?> list ->
                list.stream().map(item -> exactly(item, memory)).toList();
            default -> value;
        };
    }

    private static Object value(Object value, Reservation memory) {
        return switch (value) {
            case BigDecimal number -> number.doubleValue();
            case JsonText(var text) -> {
                memory.take(TREE * text.length());
                yield JsonValues.of(JsonMapper.shared().readTree(text));
            }
            case List<?> list -> list.stream().map(item -> value(item, memory)).toList();
            default -> value;
        };
    }
}
