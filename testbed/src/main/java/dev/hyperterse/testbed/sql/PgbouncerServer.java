package dev.hyperterse.testbed.sql;

import dev.hyperterse.testbed.ReservedPort;
import dev.hyperterse.testbed.ServerProcess;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Locale;

/** PgBouncer in front of a server that trusts its clients: a free port, a temporary directory, gone with the JVM. */
public final class PgbouncerServer implements AutoCloseable {
    private final ServerProcess process = new ServerProcess("PgBouncer", "INT");
    private final ReservedPort port = new ReservedPort();

    /** How long a client keeps the session of the engine that it is given. */
    public enum PoolMode {
        SESSION,
        TRANSACTION,
        STATEMENT
    }

    private PgbouncerServer() {}

    /** For one database, with fewer sessions than clients. */
    public static PgbouncerServer create(PostgresServer engine, PostgresDatabase database, PoolMode mode) {
        var server = new PgbouncerServer();
        server.start(engine, database, mode);
        return server;
    }

    private void start(PostgresServer engine, PostgresDatabase database, PoolMode mode) {
        var found = PgbouncerBinaries.find();
        var users = process.write(
                process.home().resolve("users.txt"),
                "\"%s\" \"%s\"\n".formatted(database.username(), database.password()));
        var settings = process.write(process.home().resolve("pgbouncer.ini"), """
                [databases]
                %s = host=127.0.0.1 port=%d
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                ignore_startup_parameters = extra_float_digits
                auth_type = trust
                auth_file = %s
                pool_mode = %s
                default_pool_size = 20
                """.formatted(
                        database.name(),
                        engine.port(),
                        port.number(),
                        users,
                        mode.name().toLowerCase(Locale.ROOT)));
        process.startAndAwait(
                List.of(
                        "/usr/bin/env",
                        "LD_LIBRARY_PATH=" + found.libraries(),
                        found.program().toString(),
                        settings.toString()),
                () -> {
                    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port.number())) {
                        return socket.isConnected();
                    }
                });
    }

    public int port() {
        return port.number();
    }

    @Override
    public void close() {
        process.delete();
        port.close();
    }
}
