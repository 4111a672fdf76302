package dev.hyperterse.runtime.tool.statement;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.result.KeysetCursor;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.calls.validation.ArgumentReader;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.result.Keyset;
import dev.hyperterse.runtime.tool.call.Step;
import dev.hyperterse.runtime.tool.call.ToolCall;
import java.util.Arrays;
import java.util.List;

/** Appends the values of a cursor to those of the inputs; on the first page, without a cursor, they are NULL. */
public final class ReadCursor implements Step {
    private final String input;
    private final int slot;
    private final int keys;
    private final ArgumentReader reader;

    public ReadCursor(Keyset keyset, List<Input> inputs, Permits longValidations) {
        this.input = keyset.input();
        this.slot = inputs.stream().map(Input::name).toList().indexOf(input);
        this.keys = keyset.keys().size();
        var required = keyset.keys().stream()
                .map(key -> Input.of(key.name(), key.type(), false))
                .toList();
        this.reader = new ArgumentReader(new Inputs.Declared(required), longValidations);
    }

    @Override
    public Ended take(ToolCall call) {
        var inputs = call.inputs();
        var all = Arrays.copyOf(inputs, inputs.length + keys);
        if (inputs[slot] instanceof String cursor) {
            var values =
                    KeysetCursor.arguments(cursor).map(it -> read(it, call)).orElseThrow(this::none);
            System.arraycopy(values, 0, all, inputs.length, keys);
        }
        call.inputs(all);
        return Ended.COMPLETED;
    }

    private Object[] read(JsonSpan values, ToolCall call) {
        try {
            return reader.read(values, call.context().scope(), call.memory());
        } catch (CallFailure invalid) {
            throw invalid.stage() == Stage.VALIDATION ? none() : invalid;
        }
    }

    private CallFailure none() {
        return new CallFailure(
                Stage.VALIDATION,
                "validation error for field '%s': not a cursor of this tool; take nextCursor of its answer, or leave it out"
                        .formatted(input));
    }
}
