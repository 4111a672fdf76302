package dev.hyperterse.engines.mongodb;

import com.mongodb.MongoClientException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoTimeoutException;
import dev.hyperterse.engines.FailureReason;
import java.util.Optional;

/** Interprets a failure of the driver. Its messages are not shown, because they name hosts. */
sealed interface MongodbFailure {
    /** Nothing was run: there is no connection, or the member does not accept the command. */
    record NotSent(String reason) implements MongodbFailure {}

    /** The connection was lost; the command may have run. */
    record Lost(String reason) implements MongodbFailure {}

    /** The database stopped the command. */
    record TimedOut() implements MongodbFailure {}

    /** The database refused the command. @param words the message of the database */
    record Refused(String words, String code) implements MongodbFailure {}

    int UNAUTHORIZED = 13;

    /** Classifies a failure; empty for a bug of this process. */
    static Optional<MongodbFailure> of(MongoException failure) {
        return switch (failure) {
            case MongoSecurityException _ -> Optional.of(new NotSent("authentication failed"));
            case MongoSocketOpenException unreachable -> Optional.of(new NotSent(FailureReason.of(unreachable)));
            case MongoTimeoutException unreachable -> Optional.of(new NotSent(FailureReason.of(unreachable)));
            case MongoNotPrimaryException _ -> Optional.of(new NotSent("the database is electing another primary"));
            // It may have begun to change documents when it was stopped.
            case MongoNodeIsRecoveringException _ ->
                Optional.of(new Lost("the database is starting up or shutting down"));
            case MongoSocketException lost -> Optional.of(new Lost(FailureReason.of(lost)));
            case MongoExecutionTimeoutException _ -> Optional.of(new TimedOut());
            case MongoCommandException refused -> Optional.of(refused(refused));
            case MongoClientException _ -> Optional.of(new NotSent("the driver has no usable connection"));
            default -> Optional.empty();
        };
    }

    /** The message for a missing privilege is replaced, because it quotes the whole command. */
    private static Refused refused(MongoCommandException refused) {
        var code = refused.getErrorCodeName().isEmpty()
                ? Integer.toString(refused.getErrorCode())
                : refused.getErrorCodeName();
        return refused.getErrorCode() == UNAUTHORIZED
                ? new Refused("the adapter's user has no right to run this command", code)
                : new Refused(refused.getErrorMessage(), code);
    }
}
