package dev.hyperterse.runtime.fetch;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import dev.hyperterse.runtime.call.SharedPermits;
import java.time.Duration;

/**
 * The connections of all scripts of a replica. Each allowed URL has connections of its own, so that a connection is
 * used only under the rule that it was made under.
 */
public final class HttpConnections implements AutoCloseable {
    /** Of these a single namespace takes at most half. */
    private static final int MOST_FETCHES = 512;

    private static final int MOST_ALLOWED_URLS = 256;
    private static final Duration UNUSED = Duration.ofSeconds(30);

    private final Lookups lookups;
    /** By namespace. A namespace whose upstream does not respond leaves some for the others. */
    private final SharedPermits<String> permits = new SharedPermits<>(MOST_FETCHES);

    private final Cache<AllowedUrl, KeptConnections> connections = Caffeine.newBuilder()
            .maximumSize(MOST_ALLOWED_URLS)
            .expireAfterAccess(UNUSED)
            .scheduler(Scheduler.systemScheduler())
            .<AllowedUrl, KeptConnections>evictionListener((_, kept, _) -> kept.close())
            .build();

    public HttpConnections(NameService names) {
        this.lookups = new Lookups(names);
    }

    /** Limits the concurrent fetches of a replica. */
    SharedPermits<String> permits() {
        return permits;
    }

    KeptConnections to(AllowedUrl allowed) {
        return connections.get(allowed, it -> new KeptConnections(it, new CheckedAddresses(it, lookups)));
    }

    @Override
    public void close() {
        connections.asMap().values().forEach(KeptConnections::close);
        connections.invalidateAll();
        lookups.close();
    }
}
