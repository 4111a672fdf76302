package dev.hyperterse.calls.fetch;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.calls.fetch.address.Lookups;
import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.calls.turn.SharedPermits;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The connections of all scripts of a replica. Each allowed URL has connections of its own, so that a connection is
 * used only under the grant that it was opened for.
 */
public final class HttpConnections implements AutoCloseable {
    /** The maximum of concurrent fetches, of which one namespace takes at most half. */
    private static final int MOST_FETCHES = 512;

    private static final int MOST_ALLOWED_URLS = 256;
    private static final Duration UNUSED = Duration.ofSeconds(30);

    private final Lookups lookups;
    private final LongSupplier nanoTime;
    /** By namespace. A namespace whose upstream does not respond leaves some for the others. */
    private final SharedPermits<String> permits = new SharedPermits<>(MOST_FETCHES);

    private final Cache<AllowedUrl, UrlConnectionPool> connections = Caffeine.newBuilder()
            .maximumSize(MOST_ALLOWED_URLS)
            .expireAfterAccess(UNUSED)
            .scheduler(Scheduler.systemScheduler())
            .<AllowedUrl, UrlConnectionPool>evictionListener((_, kept, _) -> kept.close())
            .build();

    public HttpConnections(NameService names) {
        this(names, System::nanoTime);
    }

    HttpConnections(NameService names, LongSupplier nanoTime) {
        this.lookups = new Lookups(names);
        this.nanoTime = nanoTime;
    }

    /** Limits the concurrent fetches of a replica. */
    SharedPermits<String> permits() {
        return permits;
    }

    UrlConnectionPool to(AllowedUrl allowed) {
        return connections.get(allowed, it -> UrlConnectionPool.ofGrant(it, lookups, nanoTime));
    }

    @Override
    public void close() {
        connections.asMap().values().forEach(UrlConnectionPool::close);
        connections.invalidateAll();
        lookups.close();
    }
}
