package dev.hyperterse.engines.postgres.pipelined.statement;

import dev.hyperterse.calls.binding.SqlVariant;
import dev.hyperterse.engines.postgres.wire.message.ClientMessages;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/** The prepared statements of one connection, the least recently used first. Guarded by the lock of the connection. */
public final class PreparedStatements {
    private static final int MOST = 256;

    private final SequencedMap<SqlVariant, PreparedStatement> prepared = new LinkedHashMap<>(32, 0.75f, true);
    private final List<PreparedStatement> outdated = new ArrayList<>();
    private Optional<OfOneCall> ofOneCall = Optional.empty();
    private long names;

    /** A statement of one call, which has described it on an exclusive connection and runs it next. */
    private record OfOneCall(StatementProfile profile, PreparedStatement statement) {}

    public Optional<PreparedStatement> find(StatementProfile profile) {
        return profile.isOnce()
                ? ofOneCall.filter(it -> it.profile() == profile).map(OfOneCall::statement)
                : Optional.ofNullable(prepared.get(profile.variant()));
    }

    /** Makes the engine prepare the statement and describe its rows, and release unused statements. */
    public PreparedStatement prepare(StatementProfile profile, ClientMessages engine) {
        if (profile.isOnce()) {
            forgetOfOneCall();
        } else if (prepared.size() >= MOST) {
            outdated.add(prepared.pollFirstEntry().getValue());
        }
        outdated.forEach(statement -> engine.close(statement.name()));
        outdated.clear();
        var name = ("pipelined_" + ++names).getBytes(StandardCharsets.US_ASCII);
        var statement = new PreparedStatement(name);
        engine.parse(name, profile.sql(), profile.types()).describe(name);
        if (profile.isOnce()) {
            ofOneCall = Optional.of(new OfOneCall(profile, statement));
        } else {
            prepared.put(profile.variant(), statement);
        }
        return statement;
    }

    /** The statement was run; one of a single call is closed. */
    public void used(StatementProfile profile, PreparedStatement statement, ClientMessages engine) {
        if (profile.isOnce()) {
            engine.close(statement.name());
            // Closed again with the next preparation: after an error the engine skips this message.
            forgetOfOneCall();
        }
    }

    private void forgetOfOneCall() {
        ofOneCall.map(OfOneCall::statement).ifPresent(outdated::add);
        ofOneCall = Optional.empty();
    }

    /** After any error the next call prepares it again. */
    public void forget(StatementProfile profile, PreparedStatement statement) {
        if (prepared.remove(profile.variant(), statement)) {
            outdated.add(statement);
        }
    }
}
