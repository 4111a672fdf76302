package dev.hyperterse.engines;

import java.net.SocketTimeoutException;
import java.security.cert.CertificateException;
import java.sql.SQLTimeoutException;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** The reason why a connection failed, in words that name no host, user or secret. */
public final class FailureReason {
    public static final String WRONG_HOST_NAME = "the database's certificate is for another host name";

    public static final String TRANSACTION_POOLER =
            "a connection pooler in transaction or statement mode is in front of the database; use its session mode or the"
                    + " database itself";

    /** A bug; the log has the exception. */
    public static final String INTERNAL = "an internal error; see the log of the replica";

    private static final String UNREACHABLE = "08001";

    private FailureReason() {}

    /** The reason of a connection that failed before the engine responded, or in the TLS handshake. */
    public static String of(Throwable failure) {
        return of(failure, UNREACHABLE);
    }

    /** The reason of a connection that the engine refused with a SQLSTATE. */
    public static String of(Throwable failure, String sqlState) {
        return ofPassword(failure).or(() -> ofEncryption(failure)).orElseGet(() -> ofState(sqlState));
    }

    /** Whether the engine did not respond in time; a refusal is a response. */
    public static boolean isSilence(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketTimeoutException || cause instanceof SQLTimeoutException) {
                return true;
            }
        }
        return false;
    }

    private static String ofState(String code) {
        return switch (code) {
            case "28P01", "28000" -> "authentication failed";
            case "08004" -> "the database refused the connection, or offers no TLS";
            case "3D000" -> "the database does not exist";
            case "53300" -> "the database has no free connection";
            case "57P01", "57P02", "57P03" -> "the database is starting up or shutting down";
            default ->
                code.startsWith("08") ? "the database cannot be reached" : "the engine refused (SQLSTATE " + code + ")";
        };
    }

    private static Optional<String> ofPassword(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnreadablePassword unreadable) {
                return Optional.of(unreadable.reason());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> ofEncryption(Throwable failure) {
        Optional<String> reason = Optional.empty();
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return Optional.of(
                        namesAnotherHost(cause) ? WRONG_HOST_NAME : "the database's certificate is not trusted");
            }
            if (cause instanceof SSLException) {
                reason = Optional.of("the TLS handshake failed");
            }
        }
        return reason;
    }

    /** By its message, because the JDK has no exception type for it. */
    private static boolean namesAnotherHost(Throwable refused) {
        var message = String.valueOf(refused.getMessage());
        return message.startsWith("No subject alternative") || message.startsWith("No name");
    }
}
