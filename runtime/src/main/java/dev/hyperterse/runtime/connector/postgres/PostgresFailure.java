package dev.hyperterse.runtime.connector.postgres;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.EngineMessage;
import dev.hyperterse.runtime.call.Stage;
import java.sql.SQLException;
import java.util.Optional;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * What a failure of a statement means. It does not say whether the connection is lost: any statement can fail with any
 * code, so the connection is asked.
 */
final class PostgresFailure {
    private static final String UNKNOWN_PARAMETER_TYPE = "42P18";
    private static final String CANCELLED = "57014";
    /** The engine has forgotten the prepared statement. */
    private static final String FORGOTTEN = "26000";
    /** The result of the prepared statement would have other columns. */
    private static final String OUTDATED = "0A000";

    /** Where the engine raises its own cancellations; one that came from another server is raised elsewhere. */
    private static final String INTERRUPTION = "ProcessInterrupts";

    private PostgresFailure() {}

    /** The driver has stopped in the middle of an answer. */
    static boolean leavesConnectionUnclear(SQLException failure) {
        return isTooLarge(failure);
    }

    static boolean isOutdatedPlan(SQLException failure) {
        return raisedBeforeItRan(failure)
                && (state(failure).equals(FORGOTTEN)
                        || state(failure).equals(OUTDATED) && message(failure).contains("cached plan"));
    }

    static boolean isUnknownParameterType(SQLException failure) {
        return raisedBeforeItRan(failure) && state(failure).equals(UNKNOWN_PARAMETER_TYPE);
    }

    /** The engine says where an error arose in what a statement runs; preparing and binding have no such place. */
    private static boolean raisedBeforeItRan(SQLException failure) {
        return engineError(failure).filter(error -> error.getWhere() == null).isPresent();
    }

    static boolean isCancelled(String sqlState) {
        return sqlState.equals(CANCELLED);
    }

    static CallFailure tookTooLong() {
        return new CallFailure(Stage.TIMEOUT, "the statement took longer than its adapter allows and was cancelled");
    }

    static CallFailure ofCall(SQLException failure) {
        if (isTooLarge(failure)) {
            return new CallFailure(Stage.RESULT, "the result is larger than this server allows");
        }
        if (wasInterrupted(failure)) {
            return tookTooLong();
        }
        return new CallFailure(new EngineMessage(message(failure), "SQLSTATE " + state(failure)));
    }

    /** A statement may fail with the same code for reasons of its own. */
    private static boolean wasInterrupted(SQLException failure) {
        return isCancelled(state(failure))
                && engineError(failure)
                        .map(ServerErrorMessage::getRoutine)
                        .filter(routine -> !routine.equals(INTERRUPTION))
                        .isEmpty();
    }

    /** The engine's primary message alone: details and hints quote rows, contexts quote statements. */
    private static String message(SQLException failure) {
        return engineError(failure)
                .map(error -> String.valueOf(error.getMessage()))
                .orElse("the driver refused the statement");
    }

    private static boolean isTooLarge(SQLException failure) {
        return engineError(failure).isEmpty()
                && String.valueOf(failure.getMessage()).contains("maxResultBuffer");
    }

    /** Empty where the driver speaks for itself. */
    private static Optional<ServerErrorMessage> engineError(SQLException failure) {
        return failure instanceof PSQLException exception
                ? Optional.ofNullable(exception.getServerErrorMessage())
                : Optional.empty();
    }

    private static String state(SQLException failure) {
        return String.valueOf(failure.getSQLState());
    }
}
