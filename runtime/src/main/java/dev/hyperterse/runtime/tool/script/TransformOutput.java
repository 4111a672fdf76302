package dev.hyperterse.runtime.tool.script;

import dev.hyperterse.calls.CallRounds;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.Places;
import dev.hyperterse.calls.result.RowRules;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.runtime.tool.call.Step;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.runtime.tool.script.returned.ReturnedResult;
import dev.hyperterse.scripts.exchange.QueryRows;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A script that changes the result of a run. The cache is inside of the run, so it keeps the result before the change.
 *
 * @param rows the rules of the rows that the script returns
 */
public record TransformOutput(Step run, Transform transform, Inputs inputs, RowRules rows) implements Step {
    private static final String RESULT = Places.ofStage("result");

    @Override
    public Ended take(ToolCall call) {
        var kept = rounds(call).flatMap(rounds -> rounds.kept(RESULT));
        if (kept.isPresent()) {
            return transformed(kept.get(), call);
        }
        var ran = result(call);
        if (ran.isEmpty()) {
            return Ended.INPUT_REQUIRED;
        }
        try (var result = ran.get()) {
            var ended = transformed(result.json(), call);
            // The run must not be repeated because the script needs an answer of its client.
            if (ended == Ended.INPUT_REQUIRED && !transform.owner().readOnly()) {
                rounds(call).ifPresent(rounds -> rounds.keep(RESULT, result.json()));
            }
            return ended;
        }
    }

    private static Optional<CallRounds> rounds(ToolCall call) {
        return call.context().client().rounds();
    }

    private Ended transformed(String result, ToolCall call) {
        Supplier<String> sent = () -> SentInputs.of(inputs, call);
        return call.context()
                .trace()
                .stage("output transform", () -> ReturnedResult.write(transform.run(result, sent, call), rows, call));
    }

    /** The result; empty if the run waits for answers of the client. */
    private Optional<QueryRows> result(ToolCall call) {
        try (var buffer = call.result().beside()) {
            var result = new CalledResult(buffer);
            try (var inner = call.into(result)) {
                // The timeout of the statement does not apply to the script.
                if (call.context().scope().during(() -> run.take(inner)) == Ended.INPUT_REQUIRED) {
                    return Optional.empty();
                }
            }
            result.end();
            return Optional.of(QueryRows.of(buffer));
        }
    }
}
