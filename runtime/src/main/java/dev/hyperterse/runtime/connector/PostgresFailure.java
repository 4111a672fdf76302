package dev.hyperterse.runtime.connector;

import dev.hyperterse.runtime.pipeline.CallFailure;
import dev.hyperterse.runtime.pipeline.Stage;
import java.sql.SQLException;
import java.util.Set;
import org.postgresql.util.PSQLException;

/** What a failure of the driver means. */
final class PostgresFailure {
    static final String UNKNOWN_PARAMETER_TYPE = "42P18";

    private static final String CLOSED = "08003";
    private static final String CANCELLED = "57014";
    private static final Set<String> SHUT_DOWN = Set.of("57P01", "57P02", "57P03", "57P05");
    /** The engine has forgotten or outdated the prepared statement; nothing has run. */
    private static final Set<String> OUTDATED = Set.of("0A000", "26000");

    private PostgresFailure() {}

    /** Whether the connection is gone, rather than the statement wrong. */
    static boolean isLost(SQLException failure) {
        return !isTooLarge(failure) && (state(failure).startsWith("08") || SHUT_DOWN.contains(state(failure)));
    }

    /** The connection was closed before the driver could send anything, so the statement has not run. */
    static boolean isUnsent(SQLException failure) {
        return state(failure).equals(CLOSED);
    }

    static boolean leavesConnectionUnclear(SQLException failure) {
        return isTooLarge(failure);
    }

    static boolean isOutdatedPlan(SQLException failure) {
        return OUTDATED.contains(state(failure))
                && (state(failure).equals("26000") || message(failure).contains("cached plan"));
    }

    static boolean isUnknownParameterType(SQLException failure) {
        return state(failure).equals(UNKNOWN_PARAMETER_TYPE);
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
        if (isCancelled(state(failure))) {
            return tookTooLong();
        }
        return new CallFailure(Stage.EXECUTION, EngineMessage.of(message(failure), "SQLSTATE " + state(failure)));
    }

    /** The engine's primary message alone: details and hints quote rows, contexts quote statements. */
    private static String message(SQLException failure) {
        if (failure instanceof PSQLException exception && exception.getServerErrorMessage() != null) {
            return String.valueOf(exception.getServerErrorMessage().getMessage());
        }
        return "the driver refused the statement";
    }

    private static boolean isTooLarge(SQLException failure) {
        return String.valueOf(failure.getMessage()).contains("maxResultBuffer");
    }

    private static String state(SQLException failure) {
        return String.valueOf(failure.getSQLState());
    }
}
