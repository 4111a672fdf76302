package dev.hyperterse.engines.postgres.wire.host;

import dev.hyperterse.engines.postgres.wire.host.HostChoice.Role;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Puts hosts that failed within the last seconds behind the others, so that a dead host does not delay each connection.
 */
public final class HostOrder {
    private static final long REMEMBERED = Duration.ofSeconds(10).toNanos();

    /** A host in a role: it may be usable in one role and not in another. */
    private record Trial(ServerAddress host, Role role) {}

    private final LongSupplier nanoTime;
    private final Map<Trial, Long> failures = new ConcurrentHashMap<>();

    public HostOrder(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    public List<ServerAddress> of(List<ServerAddress> hosts, Role role) {
        return hosts.stream()
                .sorted(Comparator.comparing(host -> failedLately(new Trial(host, role))))
                .toList();
    }

    private boolean failedLately(Trial trial) {
        var at = failures.get(trial);
        return at != null && nanoTime.getAsLong() - at < REMEMBERED;
    }

    public void failed(ServerAddress host, Role role) {
        failures.put(new Trial(host, role), nanoTime.getAsLong());
    }

    public void served(ServerAddress host, Role role) {
        failures.remove(new Trial(host, role));
    }
}
