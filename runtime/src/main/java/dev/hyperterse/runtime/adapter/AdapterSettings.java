package dev.hyperterse.runtime.adapter;

import dev.hyperterse.catalog.server.Adapter;
import java.util.List;
import java.util.Optional;

/**
 * An adapter as its engine reads it: all that connections are opened with. Equal settings share connections, so an engine
 * keeps nothing here that its connections do not depend on.
 *
 * @param <O> an operation that the engine runs
 */
public interface AdapterSettings<O> {
    Adapter adapter();

    AdapterAddress address();

    /** What the conventions of OpenTelemetry ({@code db.system.name}) call this kind of database. */
    String system();

    ConnectionTrust trust();

    /** The credentials of a connection, without their names. */
    List<Optional<String>> credentials();

    OperationKind<O> operations();

    /** A connector that has not connected yet. Settings that can never work make one that says so when it is used. */
    Connector<O> open(Permits permits);
}
