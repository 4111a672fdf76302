package dev.hyperterse.engines.postgres.pipelined;

import com.google.re2j.Pattern;
import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.TimeLimit;
import dev.hyperterse.engines.postgres.wire.message.ServerError;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Interprets errors of the engine. A statement can fail with any code for reasons of its own. */
final class EngineErrors {
    private static final String UNKNOWN_PARAMETER_TYPE = "42P18";
    private static final String CANCELLED = "57014";
    /** The engine no longer has the prepared statement. */
    private static final String FORGOTTEN = "26000";
    /** The result of the prepared statement would have other columns. */
    private static final String OUTDATED = "0A000";

    /** The routine in which the engine raises its own cancellations; those of a foreign server have another routine. */
    private static final String INTERRUPTION = "ProcessInterrupts";

    /** Codes of names that the engine does not find, with the routines that suggest others. */
    private static final Set<String> UNKNOWN_NAMES = Set.of("42703", "42P01", "42883");

    private static final Set<String> FINDING_NAMES =
            Set.of("errorMissingColumn", "errorMissingRTE", "parserOpenTable", "ParseFuncOrColumn", "op_error");

    private static final String FATAL = "FATAL";

    private static final Pattern PARAMETER_NUMBER = Pattern.compile("\\$(\\d{1,5})");
    private static final int NO_PARAMETER = -1;

    private EngineErrors() {}

    static boolean isOutdatedPlan(ServerError error) {
        return error.sqlState().equals(FORGOTTEN)
                || error.sqlState().equals(OUTDATED) && error.message().contains("cached plan");
    }

    /** The index of the parameter whose type the engine could not determine; or a negative number. */
    static int parameterOfUnknownType(ServerError error) {
        if (!error.sqlState().equals(UNKNOWN_PARAMETER_TYPE)) {
            return NO_PARAMETER;
        }
        var number = PARAMETER_NUMBER.matcher(error.message());
        return number.find() ? Integer.parseInt(number.group(1)) - 1 : NO_PARAMETER;
    }

    static boolean isCancellation(ServerError error) {
        return error.sqlState().equals(CANCELLED)
                && (error.routine().isEmpty() || error.routine().equals(INTERRUPTION));
    }

    /** Whether the engine closes the connection, as in a shutdown. An error of a proxy has no routine. */
    static boolean isLeave(ServerError error) {
        return error.severity().equals(FATAL) && error.routine().equals(INTERRUPTION);
    }

    static CallFailure tookTooLong(CallBounds bounds) {
        return new CallFailure(
                Stage.TIMEOUT,
                "the statement took longer than its adapter allows and was cancelled"
                        + TimeLimit.ofStatement(TimeUnit.NANOSECONDS.toMillis(bounds.statementTimeoutNanos())));
    }

    /** Only a statement with values in its text can be a COPY; the compiler refuses it elsewhere. */
    static CallFailure copy() {
        return new CallFailure(
                Stage.EXECUTION, "COPY sends its rows outside of a result; select the rows, or insert them");
    }

    /** The failure with the engine's primary message: details quote rows, contexts quote statements. */
    static CallFailure failure(ServerError error) {
        return new CallFailure(message(error));
    }

    static EngineMessage message(ServerError error) {
        return new EngineMessage(error.message() + suggestion(error), "SQLSTATE " + error.sqlState());
    }

    /** A hint of the parser names columns and types; a hint that a function raised may quote rows, and is left out. */
    private static String suggestion(ServerError error) {
        return UNKNOWN_NAMES.contains(error.sqlState())
                        && FINDING_NAMES.contains(error.routine())
                        && !error.hint().isBlank()
                ? "; " + error.hint()
                : "";
    }
}
