package dev.hyperterse.runtime.connector.postgres.pipelined;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.connector.InterruptedStatement;
import dev.hyperterse.runtime.connector.postgres.pipelined.PipelinedExchange.State;
import dev.hyperterse.runtime.connector.postgres.wire.ServerError;

/** The result of running a statement that may write: it runs again only if the engine cannot have begun to run it. */
final class WriteAttempt {
    private static final String UNKNOWN = "; whether the statement took effect is unknown";

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
        execution.requireWithinBounds();
        return execution
                .error()
                .map(error -> ofError(execution, error, adapter, bounds))
                .orElse(Attempt.SUCCEEDED);
    }

    /** An engine that shuts down closes an idle connection without reading the statement that has just arrived. */
    private static boolean hasNotRun(Execution execution) {
        return !execution.written()
                || !execution.began()
                        && execution.error().filter(EngineErrors::isLeave).isPresent();
    }

    private static CallFailure lost(Execution execution, String adapter) {
        try {
            execution.requireWithinBounds();
        } catch (CallFailure broken) {
            return new CallFailure(broken.stage(), broken.getMessage() + UNKNOWN);
        }
        return execution.connection().closing()
                ? InterruptedStatement.effectUnknown(adapter)
                : InterruptedStatement.connectionLost(adapter);
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
