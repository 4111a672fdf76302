package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.Inputs;
import dev.hyperterse.runtime.script.QueryRows;

/** A script that changes the result of a run. The cache is inside of the run, so what it keeps is the result before. */
record TransformOutput(Step run, Transform transform, Inputs inputs) implements Step {
    @Override
    public void take(ToolCall call) {
        try (var result = result(call)) {
            call.context()
                    .trace()
                    .stage(
                            "output transform",
                            () -> ReturnedResult.write(
                                    transform.run(result.json(), () -> SentInputs.of(inputs, call), call), call));
        }
    }

    private QueryRows result(ToolCall call) {
        try (var buffer = call.result().beside()) {
            var result = new CalledResult(buffer);
            try (var inner = call.into(result)) {
                // The statement's own timeout is none of the script behind it.
                call.context().scope().during(() -> run.take(inner));
            }
            result.end();
            return QueryRows.of(buffer);
        }
    }
}
