package dev.hyperterse.runtime.tool.composition;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallRounds;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.rule.JsonValues;
import dev.hyperterse.rule.LinkedExpression;
import dev.hyperterse.rule.ValueJson;
import dev.hyperterse.runtime.access.PrincipalValues;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.runtime.tool.composition.LinkedComposition.LinkedCall;
import dev.hyperterse.runtime.tool.composition.LinkedComposition.Placed;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.scripts.exchange.QueryRows;
import dev.hyperterse.scripts.exchange.ScriptResult;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The variables of the expressions of one call, and their values as JSON. */
final class ComposedValues {
    /** Bytes of objects for each character of JSON that is read; many small arrays take the most. */
    private static final long AS_VALUES = 32;

    /** Bytes for each character that is written: in the text, and in what is made of it. */
    private static final long WRITTEN = 4;

    /** Characters of what one expression says; the result has its own limits beside. */
    private static final int LONGEST = 4 << 20;

    private final ScriptOwner owner;
    private final ToolCall call;
    private final Map<String, Object> variables = new HashMap<>();

    ComposedValues(ScriptOwner owner, ToolCall call) {
        this.owner = owner;
        this.call = call;
    }

    void begin(Map<String, Object> inputs, boolean readsCaller) {
        variables.put("inputs", inputs);
        variables.put(
                "now", call.context().client().rounds().map(CallRounds::began).orElseGet(Instant::now));
        if (readsCaller) {
            variables.put("principal", PrincipalValues.of(call.context().principal()));
        }
    }

    /** The result of a call: the rows of a tool, or the result of another server as MCP spells it. */
    void add(String name, QueryRows result) {
        try {
            call.memory().take(AS_VALUES * result.json().length());
            var tree = JsonMapper.shared().readTree(result.json());
            if (tree.path("truncated").asBoolean(false)) {
                throw failure(("the tool of call '%s' left rows out, so its result is not complete:"
                                + " ask it for fewer, or raise its result.maxRows")
                        .formatted(name));
            }
            variables.put(name, JsonValues.of(tree.has("rows") ? tree.get("rows") : tree.get("result")));
        } catch (JacksonException tooDeep) {
            throw failure("the result of call '%s' is nested too deeply, or too long".formatted(name));
        }
    }

    /** The arguments of a call as JSON, without those that have no value. */
    String arguments(LinkedCall called) {
        var arguments = new LinkedHashMap<String, Object>();
        called.inputs().forEach((name, expression) -> value(expression).ifPresent(it -> arguments.put(name, it)));
        return json(arguments, "arguments of call '%s'".formatted(called.name()));
    }

    /** As of a script: a list is its rows, nothing is none, and anything else is one; one that is no object is a row of it. */
    ScriptResult.Rows rows(Placed result) {
        var rows = value(result)
                .map(value -> value instanceof Collection<?> items ? items : List.of(value))
                .orElse(List.of())
                .stream()
                .map(row -> row instanceof Map<?, ?> ? row : Map.of("value", row))
                .toList();
        return new ScriptResult.Rows(json(rows, result.place()), rows.size());
    }

    private Optional<Object> value(Placed expression) {
        return switch (expression.expression().evaluate(variables)) {
            case LinkedExpression.Outcome.Value(var value) -> Optional.of(value);
            case LinkedExpression.Outcome.Absent _ -> Optional.empty();
            case LinkedExpression.Outcome.Failed(var why) ->
                throw failure("the %s has no value: %s".formatted(expression.place(), why));
        };
    }

    private String json(Object value, String place) {
        try {
            return ValueJson.of(value, LONGEST, characters -> call.memory().take(WRITTEN * characters));
        } catch (IllegalArgumentException refused) {
            throw failure("the %s is nested too deeply, or too long".formatted(place));
        }
    }

    private CallFailure failure(String why) {
        return new CallFailure(
                Stage.EXECUTION,
                "composition of %s '%s': %s".formatted(owner.kind().word(), owner.name(), why));
    }
}
