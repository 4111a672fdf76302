package dev.hyperterse.engines.postgres.pipelined;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.engines.postgres.pipelined.connection.PipelinedExchange.State;
import dev.hyperterse.engines.postgres.wire.message.ServerError;

/** The result of running a statement that only reads once; it may run again. */
enum Attempt {
    SUCCEEDED,
    /** The engine refused it before it ran, for a reason that does not recur. */
    REFUSED,
    /** It was cancelled for calls behind it or by mistake, or its columns are not known yet. */
    NEEDS_CONNECTION_ALONE,
    /** The connection broke while the engine worked on it. */
    LOST,
    /** The connection broke, or was closed here, before the engine ran it. */
    NOT_RUN;

    /**
     * @throws CallFailure when trying again would not help
     */
    static Attempt of(Execution execution, CallBounds bounds) {
        execution.requireWithinBounds();
        if (execution.isCutShort()) {
            return SUCCEEDED;
        }
        if (execution.undescribed()) {
            execution.profile().forgetShape();
            execution.forget();
            return NEEDS_CONNECTION_ALONE;
        }
        if (execution.state() == State.LOST) {
            return execution.lostFirst() && !execution.connection().endedHere() ? LOST : NOT_RUN;
        }
        if (execution.preempted()) {
            execution.profile().delayedOthers();
        }
        return execution.error().map(error -> ofError(execution, error, bounds)).orElse(SUCCEEDED);
    }

    private static Attempt ofError(Execution execution, ServerError error, CallBounds bounds) {
        if (wasRefused(execution, error)) {
            return REFUSED;
        }
        if (EngineErrors.isCancellation(error)) {
            if (cancelledForOthers(execution, bounds)) {
                return NEEDS_CONNECTION_ALONE;
            }
            throw EngineErrors.tookTooLong(bounds);
        }
        throw EngineErrors.failure(error);
    }

    /** Whether the engine refused it before it ran, for a reason that does not recur. */
    static boolean wasRefused(Execution execution, ServerError error) {
        if (execution.began() || error.hasContext()) {
            return false;
        }
        execution.forget();
        return EngineErrors.isOutdatedPlan(error)
                || execution.profile().sendAsText(EngineErrors.parameterOfUnknownType(error));
    }

    /** Whether a cancel request for another statement stopped it, and not the statement timeout. */
    private static boolean cancelledForOthers(Execution execution, CallBounds bounds) {
        var timeout = bounds.statementTimeoutNanos();
        return (timeout == 0 || execution.tookNanos() < timeout)
                && (execution.preempted() || execution.connection().mayHaveCancelled(execution));
    }
}
