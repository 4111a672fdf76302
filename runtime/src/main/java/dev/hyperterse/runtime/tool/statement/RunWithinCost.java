package dev.hyperterse.runtime.tool.statement;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.adapter.Binder;
import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.call.ToolCall;

/**
 * A statement of a caller that runs only where the engine estimates no higher cost. The engine is asked in a call of its
 * own: no plan of one session holds for another anyway, and an engine that cannot estimate refuses the statement.
 *
 * @param explain the same statement, explained
 * @param most in the unit of the engine
 */
public record RunWithinCost<O>(RunOnAdapter<O> run, Binder<O> explain, long most) implements CacheableRun {
    @Override
    public Ended take(ToolCall call) {
        check(call);
        return run.take(call);
    }

    @Override
    public LiveAdapter<?> adapter() {
        return run.adapter();
    }

    @Override
    public Answer begin(ToolCall call) {
        return run.begin(call);
    }

    @Override
    public boolean isMasked(ToolCall call) {
        return run.isMasked(call);
    }

    @Override
    public int run(ToolCall call, ResultBuffer out) {
        check(call);
        return run.run(call, out);
    }

    private void check(ToolCall call) {
        // It is refused when it runs, and the cost would tell how many rows a condition finds.
        if (run.isMasked(call)) {
            return;
        }
        try (var plan = call.result().beside()) {
            var context = call.context();
            var operation = explain.bind(call.inputs(), context.principal(), call.memory());
            run.adapter().run(explain, operation, context.scope(), plan);
            var cost = PlanCost.of(plan.toByteArray())
                    .orElseThrow(() -> new CallFailure(
                            Stage.EXECUTION,
                            "the database gives no estimate for this statement, and this tool runs none without"));
            if (cost > most) {
                throw new CallFailure(
                        Stage.VALIDATION,
                        "the database estimates a cost of %.0f for this statement, and this tool allows %d; select fewer rows by an indexed column, or join by keys"
                                .formatted(cost, most));
            }
        }
    }
}
