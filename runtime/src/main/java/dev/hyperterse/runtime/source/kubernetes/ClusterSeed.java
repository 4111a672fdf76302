package dev.hyperterse.runtime.source.kubernetes;

import dev.hyperterse.catalog.CatalogException;
import dev.hyperterse.catalog.encoding.CatalogNames;
import dev.hyperterse.catalog.keys.SessionSeed;
import dev.hyperterse.runtime.source.kubernetes.api.ApiServer;
import dev.hyperterse.runtime.source.kubernetes.api.ApiServerException;
import dev.hyperterse.runtime.source.kubernetes.api.ClusterAccess;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The seed of the session keys of one server, read from its Secret periodically. If the Secret is missing or invalid, the
 * last seed stays in use; like the catalog, it is stored for a restart.
 */
public final class ClusterSeed implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterSeed.class);
    private static final String COPY = "secret.json";

    private final ApiServer api;
    private final CatalogObjects objects;
    private final PrivateFolder copy;
    private final Timing timing;
    private final Problems problems = new Problems(LOG, "session_keys_unavailable", "session_keys_available");
    private final Semaphore wanted = new Semaphore(0);
    private volatile boolean closed;
    private volatile Optional<SessionSeed> current = Optional.empty();
    private volatile Optional<Thread> follower = Optional.empty();

    /** @param copyFolder the folder of the catalog's copy; the seed is in a folder below it */
    public ClusterSeed(ClusterAccess access, String server, Path copyFolder, Timing timing) {
        this.api = new ApiServer(access);
        this.objects = new CatalogObjects(access.namespace(), new CatalogNames(server));
        this.copy = new PrivateFolder(copyFolder.resolve("session-keys"));
        this.timing = timing;
    }

    /**
     * The first seed: that of the API server, or the one that this pod used before its container restarted.
     *
     * @throws CatalogException if there is no seed yet, or it is invalid
     * @throws ApiServerException if the API server does not respond
     */
    public SessionSeed first() {
        try {
            current = Optional.of(read());
        } catch (ApiServerException | CatalogException unavailable) {
            current = Optional.of(ownCopy().orElseThrow(() -> unavailable));
            problems.occurred(unavailable.getMessage(), "uses the session keys of its own copy");
        }
        return current.orElseThrow();
    }

    /** Reads the seed periodically; notifies the listener of changes. */
    public void follow(Consumer<SessionSeed> changed) {
        follower = Optional.of(Thread.ofVirtual().name("session-keys").start(() -> follow(timing, changed)));
    }

    /**
     * Called for an id that was sealed with an unknown key: it is forged, or there is a newer seed. Cheap to call often.
     */
    public void readSoon() {
        if (wanted.availablePermits() == 0) {
            wanted.release();
        }
    }

    private void follow(Timing pace, Consumer<SessionSeed> changed) {
        try {
            while (!closed) {
                // The minimum pause limits the reads that forged ids can cause.
                Thread.sleep(pace.keysAtMost());
                if (wanted.tryAcquire(pace.keysAfter().toNanos(), TimeUnit.NANOSECONDS)) {
                    wanted.drainPermits();
                }
                BackgroundTurn.run("session-keys", () -> readAgain(changed));
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void readAgain(Consumer<SessionSeed> changed) {
        try {
            var read = read();
            if (!current.equals(Optional.of(read))) {
                current = Optional.of(read);
                changed.accept(read);
                LOG.atInfo().addKeyValue("event", "session_keys_changed").log("seals with keys of another seed");
            }
        } catch (ApiServerException | CatalogException unavailable) {
            if (!closed) {
                problems.occurred(unavailable.getMessage(), "keeps its session keys");
            }
        }
    }

    private SessionSeed read() {
        var secret = api.read(objects.sessionKeys())
                .orElseThrow(() -> new CatalogException(
                        "the Secret " + objects.names().sessionKeys() + " is not there; the operator makes it"));
        var seed = SessionSeed.of(StoredEntries.parse(secret).entries());
        keep(secret, seed);
        problems.over("reads the session keys again");
        return seed;
    }

    private void keep(byte[] secret, SessionSeed seed) {
        if (current.equals(Optional.of(seed))) {
            return;
        }
        try {
            copy.write(COPY, secret);
        } catch (UncheckedIOException full) {
            LOG.atWarn()
                    .addKeyValue("event", "session_keys_copy_failed")
                    .addKeyValue("reason", full.getMessage())
                    .log("a restart without the API server will find older session keys or none");
        }
    }

    private Optional<SessionSeed> ownCopy() {
        try {
            return copy.read(COPY)
                    .map(secret -> SessionSeed.of(StoredEntries.parse(secret).entries()));
        } catch (ApiServerException | CatalogException | UncheckedIOException unusable) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        closed = true;
        follower.ifPresent(Thread::interrupt);
        api.close();
    }
}
