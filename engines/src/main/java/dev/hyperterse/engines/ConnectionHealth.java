package dev.hyperterse.engines;

import dev.hyperterse.calls.adapter.AdapterState;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The result of the last attempt to connect. Down means that calls fail at once instead of waiting for one another. */
public final class ConnectionHealth {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionHealth.class);

    private final String adapter;
    private final BooleanSupplier serving;
    private final Runnable onDown;
    private final AtomicBoolean trying = new AtomicBoolean();
    private volatile AdapterState state;

    /**
     * @param serving whether open connections serve calls, even if new ones cannot be made
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

    public boolean down() {
        return state.status() == AdapterState.Status.DOWN;
    }

    /**
     * Whether to try for a connection. While the adapter is down, one caller at a time probes it, so that the first
     * call after an outage need not wait for the next attempt in the background; the other calls fail at once.
     */
    public boolean worthTrying(Supplier<AdapterState> probe) {
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
                    .log("adapter connected");
        }
        state = AdapterState.up(adapter);
    }

    /** An attempt ended with an internal error. */
    public void failed(RuntimeException fault) {
        LOG.atError()
                .addKeyValue("event", "connect_broke")
                .addKeyValue("adapter", adapter)
                .setCause(fault)
                .log("connecting failed with an internal error");
        failed(FailureReason.INTERNAL);
    }

    /** @param reason of {@link FailureReason}, which names no host, user or secret */
    public void failed(String reason) {
        synchronized (this) {
            var before = state;
            if (serving.getAsBoolean()) {
                state = new AdapterState(adapter, before.status(), Optional.of("no new connection: " + reason));
                return;
            }
            state = AdapterState.down(adapter, reason);
            if (before.status() == AdapterState.Status.DOWN) {
                return;
            }
            LOG.atWarn()
                    .addKeyValue("event", "adapter_unavailable")
                    .addKeyValue("adapter", adapter)
                    .addKeyValue("reason", reason)
                    .log("adapter cannot connect; its calls fail until it does");
        }
        onDown.run();
    }
}
