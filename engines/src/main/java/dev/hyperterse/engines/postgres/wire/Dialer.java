package dev.hyperterse.engines.postgres.wire;

import dev.hyperterse.engines.postgres.wire.host.HostChoice;
import dev.hyperterse.engines.postgres.wire.host.HostOrder;
import dev.hyperterse.engines.postgres.wire.host.ServerAddress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;

/** Opens connections to the first of the hosts that accepts this client and has the required role. */
public final class Dialer {
    private static final String IN_RECOVERY = "SELECT pg_catalog.pg_is_in_recovery()";

    private final Login login;
    private final HostOrder order = new HostOrder(System::nanoTime);
    private final PoolerCheck pooler = new PoolerCheck();

    public Dialer(Login login) {
        this.login = login;
    }

    public WireConnection open() throws IOException {
        var end = System.nanoTime() + login.timeouts().login().toNanos();
        IOException last = new ConnectionRefused(ConnectionRefused.REJECTED, "no host");
        var hosts = new ArrayList<>(login.hosts());
        if (login.choice().shuffled()) {
            Collections.shuffle(hosts);
        }
        for (var role : login.choice().role().passes()) {
            for (var host : order.of(hosts, role)) {
                try {
                    var connection = open(host, role, end);
                    order.served(host, role);
                    return connection;
                } catch (IOException failed) {
                    order.failed(host, role);
                    last = failed;
                }
            }
        }
        throw last;
    }

    private WireConnection open(ServerAddress host, HostChoice.Role role, long end) throws IOException {
        var connection = open(host, end);
        try {
            if (!has(role, connection)) {
                throw new ConnectionRefused(ConnectionRefused.REJECTED, "the host has another role");
            }
            pooler.check(connection, host, () -> open(host, end));
            SimpleQuery.value(connection, login.session());
            connection.started(login.timeouts().silence());
            return connection;
        } catch (IOException | RuntimeException failed) {
            connection.close();
            throw failed;
        }
    }

    /** Falls back to an unencrypted connection if encryption is only preferred and the engine refuses it. */
    private WireConnection open(ServerAddress host, long end) throws IOException {
        try {
            return StartUp.connect(host, login, end);
        } catch (ConnectionRefused refused) {
            if (login.encryption().isPresent()
                    && !login.encryption().get().required()
                    && refused.byEngine()
                    && refused.sqlState().equals(ConnectionRefused.AUTHENTICATION)) {
                return StartUp.connect(host, login.plain(), end);
            }
            throw refused;
        }
    }

    private static boolean has(HostChoice.Role role, WireConnection connection) throws IOException {
        return switch (role) {
            case PRIMARY, PREFER_PRIMARY -> !inRecovery(connection);
            case SECONDARY, PREFER_SECONDARY -> inRecovery(connection);
            case ANY -> true;
        };
    }

    private static boolean inRecovery(WireConnection connection) throws IOException {
        return SimpleQuery.value(connection, IN_RECOVERY).equals("t");
    }
}
