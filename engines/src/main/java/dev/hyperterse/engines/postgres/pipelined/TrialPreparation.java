package dev.hyperterse.engines.postgres.pipelined;

import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.engines.postgres.pipelined.connection.PipelinedExchange;
import dev.hyperterse.engines.postgres.pipelined.statement.PreparedStatements;
import dev.hyperterse.engines.postgres.pipelined.statement.StatementAnswer;
import dev.hyperterse.engines.postgres.pipelined.statement.StatementProfile;
import dev.hyperterse.engines.postgres.wire.message.ClientMessages;
import dev.hyperterse.engines.postgres.wire.message.ProtocolViolation;
import dev.hyperterse.engines.postgres.wire.message.ServerError;
import dev.hyperterse.engines.postgres.wire.message.ServerMessages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Prepares a statement to check whether the engine accepts it. It is unnamed, so the next one replaces it and the
 * statements of calls stay prepared.
 */
final class TrialPreparation extends PipelinedExchange {
    private static final byte[] UNNAMED = {};

    /** SQLSTATE classes of errors of the statement itself: features, constants, schemas, names and syntax. */
    private static final Set<String> OF_STATEMENTS = Set.of("0A", "22", "3F", "42");

    private final StatementProfile profile;
    private final StatementAnswer expected = new StatementAnswer(true);

    TrialPreparation(StatementProfile profile) {
        this.profile = profile;
    }

    @Override
    protected void write(ClientMessages engine, PreparedStatements statements) {
        engine.parse(UNNAMED, profile.sql(), profile.types()).describe(UNNAMED).sync();
    }

    @Override
    protected void message(ServerMessages message) throws IOException {
        expected.accept(message.type());
    }

    @Override
    protected void requireComplete() throws ProtocolViolation {
        expected.requireDescribed();
    }

    /** The outcome of a complete response; empty when the statement has to be prepared again, as for a call. */
    Optional<StatementCheck> outcome() {
        if (error().isEmpty()) {
            return Optional.of(new StatementCheck.Accepted());
        }
        var refusal = error().get();
        if (profile.sendAsText(EngineErrors.parameterOfUnknownType(refusal))) {
            return Optional.empty();
        }
        var message = EngineErrors.message(refusal);
        return Optional.of(
                OF_STATEMENTS.contains(refusal.sqlState()
                                .substring(0, Math.min(2, refusal.sqlState().length())))
                        ? new StatementCheck.Refused(message, offset(refusal))
                        : new StatementCheck.Unknown());
    }

    /** The offset in the text with question marks; the engine counts characters of the text with numbers. */
    private OptionalInt offset(ServerError refusal) {
        var sent = new String(profile.sql(), StandardCharsets.UTF_8);
        var position = refusal.position().orElse(0) - 1;
        if (position < 0 || position > sent.codePointCount(0, sent.length())) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(
                NumberedParameters.offset(profile.variant().sql(), sent, sent.offsetByCodePoints(0, position)));
    }
}
