package dev.hyperterse.engines.mysql;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.TimeLimit;
import dev.hyperterse.engines.FailureReason;
import java.io.IOException;
import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * Classifies a failure of MySQL or MariaDB by the engine's error number, because SQLSTATEs are shared by many errors.
 */
final class MysqlFailure {
    /** The driver puts the number of the connection in front of the engine's message. */
    private static final Pattern CONNECTION = Pattern.compile("^\\(conn=-?\\d+\\) ");

    /** The account and the address that it connects from, which no message shows. */
    private static final Pattern ACCOUNT = Pattern.compile("'[^']*'@'[^']*'");

    /** The text behind the first word that the engine does not understand is text of the statement. */
    private static final Pattern NEAR = Pattern.compile(" near '(\\S*).*' at line (\\d+)$", Pattern.DOTALL);

    /** The expression of the statement whose value is out of range. */
    private static final Pattern EXPRESSION = Pattern.compile(" value is out of range in '.*'$", Pattern.DOTALL);

    private MysqlFailure() {}

    /** Whether the connection failed below the protocol. The driver does not always close it then. */
    static boolean isLost(SQLException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                return true;
            }
        }
        return false;
    }

    static CallFailure ofCall(SQLException failure, TimeLimit limit) {
        return switch (failure.getErrorCode()) {
            // The limit of MariaDB, the limit of MySQL, and a KILL QUERY of an administrator.
            case 1969, 3024, 1317 ->
                new CallFailure(
                        Stage.TIMEOUT, "the statement took longer than its adapter allows and was cancelled" + limit);
            default -> new CallFailure(message(failure));
        };
    }

    static EngineMessage message(SQLException failure) {
        return new EngineMessage(words(failure), "SQLSTATE " + failure.getSQLState());
    }

    /** Whether the statement itself is wrong: its syntax, names, columns, or the privileges of its role. */
    static boolean isOfStatement(SQLException failure) {
        return switch (failure.getErrorCode()) {
            // Bounds of the account and of the engine have the state of a statement's failure.
            case 1203, 1226, 1461 -> false;
            // The engine cannot prepare statements of this kind.
            case 1295 -> true;
            default -> {
                var state = String.valueOf(failure.getSQLState());
                yield state.startsWith("42") || state.startsWith("21") || state.startsWith("22");
            }
        };
    }

    /** The reason why there is no connection; names no host, user or secret. */
    static String reason(SQLException failure) {
        if (failure instanceof UnsuitableSession unsuitable) {
            return unsuitable.getMessage();
        }
        if (String.valueOf(failure.getMessage()).contains("hostname verification")) {
            return FailureReason.WRONG_HOST_NAME;
        }
        return FailureReason.of(failure, state(failure));
    }

    /** Detected by the message, because the driver has no code for a server without TLS. */
    static boolean isWithoutTls(SQLException failure) {
        return String.valueOf(failure.getMessage()).contains("ssl not enabled in the server");
    }

    /** The SQLSTATE that other engines use for the same error. */
    private static String state(SQLException failure) {
        return switch (failure.getErrorCode()) {
            case 1044, 1045, 1251, 1698, 1862, 3118, 3159 -> "28000";
            case 1049 -> "3D000";
            case 1040, 1203, 1226 -> "53300";
            case 1053 -> "57P01";
            case 1129, 1130 -> "08004";
            default -> isWithoutTls(failure) ? "08004" : String.valueOf(failure.getSQLState());
        };
    }

    private static String words(SQLException failure) {
        var words = CONNECTION.matcher(String.valueOf(failure.getMessage())).replaceFirst("");
        var withoutAccount = ACCOUNT.matcher(words).replaceAll("of this adapter");
        var withoutStatement = NEAR.matcher(withoutAccount).replaceFirst(" near '$1' at line $2");
        return EXPRESSION.matcher(withoutStatement).replaceFirst(" value is out of range");
    }
}
