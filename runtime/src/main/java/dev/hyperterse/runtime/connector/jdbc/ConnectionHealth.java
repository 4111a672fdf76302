package dev.hyperterse.runtime.connector.jdbc;

import dev.hyperterse.runtime.adapter.AdapterState;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the last attempt to connect said. Down means that calls fail at once instead of waiting for one another. */
public final class ConnectionHealth {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionHealth.class);

    private final String adapter;
    private final BooleanSupplier serving;
    private final Runnable onDown;
    private final AtomicBoolean trying = new AtomicBoolean();
    private volatile AdapterState state;

    /**
     * @param serving whether there are connections that calls are served on, whatever new ones meet
     * @param onDown called once for each time the adapter goes down
     */
    public ConnectionHealth(String adapter, BooleanSupplier serving, Runnable onDown) {
        this.adapter = adapter;
        this.serving = serving;
        this.onDown = onDown;
        this.state = AdapterState.connecting(adapter);
    }

    public AdapterState state() {
        return state;
    }

    boolean down() {
        return state.status() == AdapterState.Status.DOWN;
    }

    /**
     * While the adapter is down one caller at a time may find out whether it still is, so that the first call after an
     * outage need not wait for the next attempt in the background; the others fail at once.
     *
     * @return whether there is hope
     */
    boolean worthTrying(Supplier<AdapterState> probe) {
        if (!down()) {
            return true;
        }
        if (!trying.compareAndSet(false, true)) {
            return false;
        }
        try {
            return probe.get().status() == AdapterState.Status.UP;
        } finally {
            trying.set(false);
        }
    }

    public synchronized void connected() {
        if (state.status() != AdapterState.Status.UP) {
            LOG.atInfo()
                    .addKeyValue("event", "adapter_connected")
                    .addKeyValue("adapter", adapter)
                    .log("is connected");
        }
        state = AdapterState.up(adapter);
    }

    public void failed(SQLException failure) {
        synchronized (this) {
            var before = state;
            if (serving.getAsBoolean()) {
                state = new AdapterState(
                        adapter, before.status(), Optional.of("no new connection: " + reason(failure)));
                return;
            }
            state = AdapterState.down(adapter, reason(failure));
            if (before.status() == AdapterState.Status.DOWN) {
                return;
            }
            LOG.atWarn()
                    .addKeyValue("event", "adapter_unavailable")
                    .addKeyValue("adapter", adapter)
                    .addKeyValue("reason", reason(failure))
                    .log("cannot connect; calls on it fail until it does");
        }
        onDown.run();
    }

    /** Why, in words that name no host, user or secret. */
    public static String reason(SQLException failure) {
        var encryption = reasonOfEncryption(failure);
        if (encryption.isPresent()) {
            return encryption.get();
        }
        var code = String.valueOf(failure.getSQLState());
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

    private static Optional<String> reasonOfEncryption(SQLException failure) {
        Optional<String> reason = Optional.empty();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return Optional.of("the database's certificate is not trusted");
            }
            if (cause instanceof SSLException) {
                reason = Optional.of("the TLS handshake failed");
            }
        }
        // The driver's own check, after a handshake that went well; it has neither a state nor a class of its own.
        if (String.valueOf(failure.getMessage()).contains("hostnameverifier")) {
            return Optional.of("the database's certificate is for another host name");
        }
        return reason;
    }
}
