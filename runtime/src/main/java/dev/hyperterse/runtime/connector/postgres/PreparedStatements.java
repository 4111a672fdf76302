package dev.hyperterse.runtime.connector.postgres;

import dev.hyperterse.runtime.tool.bind.SqlVariant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** What the engine keeps prepared on a shared connection. Guarded by the lock of that connection. */
final class PreparedStatements {
    private static final int MOST = 256;

    private final Supplier<String> newName;
    private final Map<SqlVariant, SharedStatement> prepared = new HashMap<>();
    private final List<SharedStatement> outdated = new ArrayList<>();

    PreparedStatements(Supplier<String> newName) {
        this.newName = newName;
    }

    Optional<SharedStatement> find(SqlVariant variant) {
        return Optional.ofNullable(prepared.get(variant));
    }

    boolean full() {
        return prepared.size() >= MOST;
    }

    /** Tells the engine to prepare it, and to forget what is of no use any more. */
    SharedStatement prepare(QuickStatement quick, Outbox engine) {
        outdated.forEach(statement -> engine.forget(statement.name()));
        outdated.clear();
        var statement = new SharedStatement(newName.get());
        engine.prepare(statement.name(), quick.sql(), quick.types());
        prepared.put(quick.variant(), statement);
        return statement;
    }

    /** Whatever was wrong with it, the next one prepares it again. */
    void forget(SqlVariant variant, SharedStatement statement) {
        if (prepared.remove(variant, statement)) {
            outdated.add(statement);
        }
    }
}
