package dev.hyperterse.runtime.tool;

import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.validation.JsonText;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.rule.JsonValues;
import dev.hyperterse.runtime.tool.call.ToolCall;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The values of inputs for rules and decision points; an input without a value is absent. With a schema, members that are
 * no inputs of it are among them: scripts and other servers get these too.
 */
final class InputValues {
    /** Bytes of objects for each character of JSON. */
    private static final long TREE = 8;

    private static final JsonMapper EXACT = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private InputValues() {}

    static Map<String, Object> of(Inputs inputs, ToolCall call) {
        return named(inputs, call, InputValues::value, JsonMapper.shared(), JsonValues::of);
    }

    /** The values as JSON; numbers are not rounded. */
    static Map<String, Object> exactly(Inputs inputs, ToolCall call) {
        return named(inputs, call, InputValues::exactly, EXACT, json -> json);
    }

    private static Map<String, Object> named(
            Inputs inputs,
            ToolCall call,
            BiFunction<Object, Reservation, Object> ofField,
            JsonMapper mapper,
            Function<JsonNode, Object> ofMember) {
        var fields = inputs.fields();
        var named = HashMap.<String, Object>newHashMap(fields.size());
        for (var slot = 0; slot < fields.size(); slot++) {
            if (call.inputs()[slot] != null) {
                named.put(fields.get(slot).name(), ofField.apply(call.inputs()[slot], call.memory()));
            }
        }
        if (inputs instanceof Inputs.BySchema) {
            var sent = call.arguments();
            call.memory().take(TREE * sent.length());
            mapper.readTree(sent.bytes(), sent.from(), sent.length()).forEachEntry((name, json) -> {
                if (!json.isNull()) {
                    named.computeIfAbsent(name, _ -> ofMember.apply(json));
                }
            });
        }
        return named;
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
