package dev.hyperterse.runtime.tool;

import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.validation.JsonText;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.rule.JsonValues;
import dev.hyperterse.runtime.tool.call.ToolCall;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** The values of inputs for rules and decision points; an input without a value is absent. */
final class InputValues {
    /** Bytes of objects for each character of JSON. */
    private static final long TREE = 8;

    private static final JsonMapper EXACT = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private InputValues() {}

    static Map<String, Object> of(List<Input> fields, ToolCall call) {
        return named(fields, call, InputValues::value);
    }

    /** Members of the arguments that are no inputs, as a schema may allow. */
    static Map<String, Object> others(List<Input> fields, ToolCall call) {
        return others(fields, call, JsonMapper.shared(), JsonValues::of);
    }

    /** The values as JSON; numbers are not rounded. @param others whether members are among them that are no inputs */
    static Map<String, Object> exactly(List<Input> fields, ToolCall call, boolean others) {
        var named = named(fields, call, InputValues::exactly);
        if (others) {
            named.putAll(others(fields, call, EXACT, json -> json));
        }
        return named;
    }

    private static Map<String, Object> named(
            List<Input> fields, ToolCall call, BiFunction<Object, Reservation, Object> value) {
        var named = HashMap.<String, Object>newHashMap(fields.size());
        for (var slot = 0; slot < fields.size(); slot++) {
            if (call.inputs()[slot] != null) {
                named.put(fields.get(slot).name(), value.apply(call.inputs()[slot], call.memory()));
            }
        }
        return named;
    }

    private static Map<String, Object> others(
            List<Input> fields, ToolCall call, JsonMapper mapper, Function<JsonNode, Object> value) {
        var sent = call.arguments();
        call.memory().take(TREE * sent.length());
        var names = fields.stream().map(Input::name).collect(Collectors.toSet());
        var others = new HashMap<String, Object>();
        mapper.readTree(sent.bytes(), sent.from(), sent.length()).forEachEntry((name, json) -> {
            if (!json.isNull() && !names.contains(name)) {
                others.put(name, value.apply(json));
            }
        });
        return others;
    }

    private static Object exactly(Object value, Reservation memory) {
        return switch (value) {
            case JsonText(var text) -> {
                memory.take(TREE * text.length());
                yield EXACT.readTree(text);
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
