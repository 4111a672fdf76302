package dev.hyperterse.engines.postgres.pipelined;

import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.engines.ConnectionHealth;
import dev.hyperterse.engines.FailureReason;
import dev.hyperterse.engines.postgres.pipelined.connection.PipelinedConnection;
import dev.hyperterse.engines.postgres.pipelined.connection.SessionState;
import dev.hyperterse.engines.postgres.wire.ConnectionRefused;
import dev.hyperterse.engines.postgres.wire.Dialer;
import dev.hyperterse.engines.postgres.wire.TransactionPooler;
import dev.hyperterse.engines.postgres.wire.WrongHostName;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** Opens connections, and reports the result to the health of the adapter. */
final class ConnectionOpening implements ConnectionPool.Opening {
    private final PipelinedSettings settings;
    private final ConnectionHealth health;
    private final PipelinedConnection.Owner owner;
    private final Dialer dialer;

    ConnectionOpening(PipelinedSettings settings, ConnectionHealth health, PipelinedConnection.Owner owner) {
        this.settings = settings;
        this.health = health;
        this.owner = owner;
        this.dialer = new Dialer(settings.login());
    }

    @Override
    public Optional<PipelinedConnection> open() {
        try {
            return Optional.of(connect());
        } catch (IOException failed) {
            health.failed(reason(failed));
        } catch (RuntimeException fault) {
            health.failed(fault);
        }
        return Optional.empty();
    }

    /** @param use takes the connection that was opened */
    AdapterState probe(Consumer<PipelinedConnection> use) {
        var adapter = settings.adapter().name();
        try {
            use.accept(connect());
            return AdapterState.up(adapter);
        } catch (IOException failed) {
            health.failed(reason(failed));
            return AdapterState.down(adapter, reason(failed));
        } catch (RuntimeException fault) {
            health.failed(fault);
            return AdapterState.down(adapter, FailureReason.INTERNAL);
        }
    }

    /** Opens a connection for this only; whether the engine does not respond. */
    boolean isSilent() {
        try {
            dialer.open().close();
            return false;
        } catch (IOException failed) {
            return FailureReason.isSilence(failed);
        }
    }

    private PipelinedConnection connect() throws IOException {
        var wire = dialer.open();
        try {
            var session = new SessionState(settings.reportedSettings(), wire.reported());
            var now = System.nanoTime();
            session.restored(now);
            var connection = new PipelinedConnection(wire, session, owner, now);
            health.connected();
            return connection;
        } catch (IOException | RuntimeException failed) {
            wire.close();
            throw failed;
        }
    }

    private static String reason(IOException failure) {
        return switch (failure) {
            case ConnectionRefused refused -> FailureReason.of(refused, refused.sqlState());
            case WrongHostName _ -> FailureReason.WRONG_HOST_NAME;
            case TransactionPooler _ -> FailureReason.TRANSACTION_POOLER;
            default -> FailureReason.of(failure);
        };
    }
}
