package dev.hyperterse.compiler.script;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Shares one worker between tenants: the tenant that has used the least time is next. So a tenant waits for at most one
 * turn of another tenant, plus as much time as it uses itself.
 */
final class FairTurns {
    private final Executor worker;
    private final LongSupplier nanos;
    /** In the order in which they came, which decides between equals. */
    private final Map<String, Tenant> waiting = new LinkedHashMap<>();

    /** The time that each has taken since the worker was idle; a later one begins where the one at work began. */
    private final Map<String, Long> taken = new HashMap<>();

    private long began;
    private int unfinished;

    /** @param worker runs one at a time */
    FairTurns(Executor worker, LongSupplier nanos) {
        this.worker = worker;
        this.nanos = nanos;
    }

    private record Tenant(String name, Queue<Runnable> work) {}

    Executor of(String tenant) {
        return work -> add(tenant, work);
    }

    private void add(String tenant, Runnable work) {
        synchronized (this) {
            unfinished++;
            if (!waiting.containsKey(tenant)) {
                taken.merge(tenant, began, Math::max);
            }
            waiting.computeIfAbsent(tenant, name -> new Tenant(name, new ArrayDeque<>()))
                    .work()
                    .add(work);
        }
        worker.execute(this::turn);
    }

    private void turn() {
        var tenant = next();
        var before = nanos.getAsLong();
        try {
            tenant.getValue().run();
        } finally {
            ended(tenant.getKey(), nanos.getAsLong() - before);
        }
    }

    private synchronized Map.Entry<String, Runnable> next() {
        var tenant = waiting.values().stream()
                .min(Comparator.comparing(it -> taken.get(it.name())))
                .orElseThrow();
        began = taken.get(tenant.name());
        var work = tenant.work().remove();
        if (tenant.work().isEmpty()) {
            waiting.remove(tenant.name());
        }
        return Map.entry(tenant.name(), work);
    }

    private synchronized void ended(String tenant, long took) {
        taken.merge(tenant, took, Long::sum);
        unfinished--;
        if (unfinished == 0) {
            taken.clear();
            began = 0;
        }
    }
}
