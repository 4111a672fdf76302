package dev.hyperterse.calls.adapter;

import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import java.util.List;
import java.util.Optional;

/**
 * The settings of an adapter, read by its engine: everything that connections are opened with. Equal settings share
 * connections, so they must contain only what connections depend on.
 *
 * @param <O> an operation that the engine runs
 */
public interface AdapterSettings<O> {
    Adapter adapter();

    AdapterAddress address();

    /** The {@code db.system.name} of OpenTelemetry for this kind of database. */
    String system();

    ConnectionTrust trust();

    /** The credentials of a connection, without their names. */
    List<Optional<String>> credentials();

    OperationKind<O> operations();

    /**
     * A connector that has not connected yet. Settings that cannot work make a connector that fails with the reason.
     */
    Connector<O> open(Permits permits);
}
