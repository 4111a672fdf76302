package dev.hyperterse.engines.postgres.pipelined;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.engines.Effect;
import dev.hyperterse.engines.InterruptedStatement;
import dev.hyperterse.engines.postgres.pipelined.connection.PipelinedExchange.State;
import dev.hyperterse.engines.postgres.wire.message.ServerError;

/** The result of running a statement that may write: it runs again only if the engine cannot have begun to run it. */
final class WriteAttempt {
    private WriteAttempt() {}

    /**
     * @throws CallFailure when the statement has run, or may have
     */
    static Attempt of(Execution execution, String adapter, CallBounds bounds) {
        if (execution.state() == State.LOST) {
            if (hasNotRun(execution)) {
                return Attempt.NOT_RUN;
            }
            throw lost(execution, adapter);
        }
        // First: an engine that reports an error has rolled the statement back, whatever its rows were.
        if (execution.error().isPresent()) {
            return ofError(execution, execution.error().get(), adapter, bounds);
        }
        requireWithinBounds(execution, Effect.DONE);
        return Attempt.SUCCEEDED;
    }

    /** The failure of a call that has ended before the response to its statement was complete. */
    static CallFailure ofEnded(Execution execution, CallFailure failure) {
        return execution.state() == State.LOST && !hasNotRun(execution) ? Effect.UNKNOWN.of(failure) : failure;
    }

    /** An engine that shuts down closes an idle connection without reading the statement that has just arrived. */
    private static boolean hasNotRun(Execution execution) {
        return !execution.written()
                || !execution.began()
                        && execution.error().filter(EngineErrors::isLeave).isPresent();
    }

    private static CallFailure lost(Execution execution, String adapter) {
        requireWithinBounds(execution, Effect.UNKNOWN);
        return execution.connection().closing()
                ? InterruptedStatement.effectUnknown(adapter)
                : InterruptedStatement.connectionLost(adapter);
    }

    private static void requireWithinBounds(Execution execution, Effect effect) {
        try {
            execution.requireWithinBounds();
        } catch (CallFailure limit) {
            throw effect.of(limit);
        }
    }

    private static Attempt ofError(Execution execution, ServerError error, String adapter, CallBounds bounds) {
        if (Attempt.wasRefused(execution, error)) {
            return Attempt.REFUSED;
        }
        if (EngineErrors.isCancellation(error)) {
            throw execution.connection().closing()
                    ? InterruptedStatement.cancelled(adapter)
                    : EngineErrors.tookTooLong(bounds);
        }
        throw EngineErrors.failure(error);
    }
}
