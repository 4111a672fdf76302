package dev.hyperterse.runtime.source.kubernetes;

import dev.hyperterse.catalog.CatalogException;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.catalog.encoding.CatalogNames;
import dev.hyperterse.runtime.source.kubernetes.api.ApiServer;
import dev.hyperterse.runtime.source.kubernetes.api.ApiServerException;
import dev.hyperterse.runtime.source.kubernetes.api.ClusterAccess;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the catalog of one server. One thread reads, watches and delivers, so catalogs arrive one at a time, in the
 * order of the API server. After any failure the last delivered catalog stays in use. An index is never refused because
 * of its sequence, only because of missing or wrong content, and is then retried.
 */
public final class ClusterCatalogs implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterCatalogs.class);

    private final ApiServer api;
    private final CatalogObjects objects;
    private final LocalCopy copy;
    private final Timing timing;
    private final CatalogReceiver receiver;
    private final Problems problems = new Problems(LOG, "catalog_unavailable", "catalog_available");
    private final Problems copyProblems = new Problems(LOG, "catalog_copy_unusable");
    private final CatalogFetch fetch = new CatalogFetch();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile Optional<IndexWatch> open = Optional.empty();
    private volatile String seenVersion = "";
    private volatile Optional<CatalogIndex> delivered = Optional.empty();
    private final Thread follower = Thread.ofVirtual().name("catalog-follow").unstarted(this::follow);
    private final Thread checker = Thread.ofVirtual().name("catalog-check").unstarted(this::check);

    /** @param copyFolder stores the catalog in use for a restart of the container */
    public ClusterCatalogs(
            ClusterAccess access, String server, Path copyFolder, Timing timing, CatalogReceiver receiver) {
        this.api = new ApiServer(access);
        this.objects = new CatalogObjects(access.namespace(), new CatalogNames(server));
        this.copy = new LocalCopy(copyFolder);
        this.timing = timing;
        this.receiver = receiver;
    }

    public void start() {
        follower.start();
        checker.start();
    }

    /** Whether the last attempt to read and deliver the published catalog succeeded. */
    public boolean upToDate() {
        return delivered.isPresent() && !problems.any();
    }

    private void follow() {
        var failures = 0;
        var startedNanos = System.nanoTime();
        while (!isStopped()) {
            try {
                var version = readAndDeliver();
                var openedNanos = System.nanoTime();
                watchFrom(version);
                if (wasOfUse(version, openedNanos)) {
                    failures = 0;
                } else {
                    // A proxy may cut each watch, and an API server may refuse each one as too old.
                    sleep(timing.pauseAfter(failures++).toNanos());
                }
            } catch (RuntimeException | Error failed) {
                // Any failure: without this thread the replica would serve its last catalog for ever. Memory that a
                // catalog does not find now may be there for the next one.
                if (isStopped()) {
                    return;
                }
                problems.occurred(String.valueOf(failed.getMessage()), "keeps the served catalog and tries again");
                serveLocalCopyAfterTimeout(startedNanos);
                sleep(timing.pauseAfter(failures++).toNanos());
            }
        }
    }

    /** A consistent read: the only kind that an API server answers from etcd and not from a cache that may lag. */
    private String readAndDeliver() {
        var stored = api.read(objects.index())
                .map(StoredEntries::parse)
                .orElseThrow(() -> new CatalogException(
                        "nothing is published yet as " + objects.names().index()));
        deliver(stored);
        return stored.resourceVersion();
    }

    private void watchFrom(String version) {
        switch (api.watch(objects.watch(version, timing.watchSeconds()))) {
            case ApiServer.Watch.Refused(var status) when status == 410 -> {
                // The resource version is too old; the next turn reads again.
            }
            case ApiServer.Watch.Refused(var status) ->
                throw new ApiServerException("the watch was refused with " + status);
            case ApiServer.Watch.Open(var lines) -> followWatch(new IndexWatch(lines));
        }
    }

    /** Whether a watch has brought a change, or lasted for longer than any pause before the next one. */
    private boolean wasOfUse(String from, long openedNanos) {
        return !seenVersion.equals(from)
                || System.nanoTime() - openedNanos >= timing.longestPause().toNanos();
    }

    private void followWatch(IndexWatch watch) {
        try (watch) {
            open = Optional.of(watch);
            var alive = true;
            while (alive) {
                switch (watch.next()) {
                    case IndexWatch.Event.Changed(var stored) -> deliver(stored);
                    case IndexWatch.Event.Bookmark _ -> {
                        // It only shows that the watch is alive.
                    }
                    case IndexWatch.Event.Ended _ -> alive = false;
                }
            }
        } finally {
            open = Optional.empty();
        }
    }

    private void deliver(StoredEntries stored) {
        seenVersion = stored.resourceVersion();
        var json = stored.entry(CatalogNames.INDEX_ENTRY)
                .orElseThrow(() -> new CatalogException("the index has no content yet"));
        var index = ofThisServer(fetch.index(json));
        if (delivered.filter(before -> sameContent(before, index)).isPresent()) {
            receiver.stays(index.revision(), index.converged());
        } else {
            receiver.serve(fetch.fetch(index, PartsStore.of(api, objects), Optional.of(copy)));
        }
        delivered = Optional.of(index);
        copy.keep(index, json);
        problems.over("follows the API server again");
    }

    /** A namespace that was restored under another name contains the catalogs of the former one. */
    private CatalogIndex ofThisServer(CatalogIndex index) {
        var found = index.server().identity();
        if (!found.namespace().equals(objects.namespace())
                || !found.name().equals(objects.names().server())) {
            throw new CatalogException(
                    "%s is the index of server %s; waits until the operator has written its own over it"
                            .formatted(objects.names().index(), found.display()));
        }
        return index;
    }

    /**
     * Compares the content of the index and not its digest, because the index may have been edited without the digest.
     */
    private static boolean sameContent(CatalogIndex before, CatalogIndex index) {
        return before.server().equals(index.server())
                && before.parts().equals(index.parts())
                && before.valueSet().equals(index.valueSet());
    }

    private void serveLocalCopyAfterTimeout(long startedNanos) {
        if (delivered.isPresent()
                || System.nanoTime() - startedNanos < timing.localCopyAfter().toNanos()) {
            return;
        }
        try {
            copy.index().map(fetch::index).map(this::ofThisServer).ifPresent(index -> {
                receiver.serve(fetch.fetch(index, copy, Optional.empty()));
                delivered = Optional.of(index);
                LOG.atWarn()
                        .addKeyValue("event", "catalog_from_copy")
                        .addKeyValue("revision", index.revision().position())
                        .log("serves its own copy because the API server does not answer");
            });
        } catch (RuntimeException | Error unusable) {
            copyProblems.occurred(String.valueOf(unusable.getMessage()), "continues to wait for the API server");
        }
    }

    /**
     * Ends a watch that is stalled or has missed an event, so that its thread reads again. Versions are compared for
     * equality only: after a restore of etcd a newer version may have a smaller number.
     */
    private void check() {
        while (sleep(timing.check().toNanos())) {
            BackgroundTurn.run("catalog-check", this::checkOnce);
        }
    }

    private void checkOnce() {
        open.ifPresent(watch -> {
            if (watch.silentNanos() > timing.silence().toNanos() || mayHaveMissedChanges()) {
                watch.close();
            }
        });
    }

    private boolean mayHaveMissedChanges() {
        try {
            var seen = seenVersion;
            var held = api.read(objects.index()).map(StoredEntries::parse).map(StoredEntries::resourceVersion);
            return !held.equals(Optional.of(seen));
        } catch (ApiServerException unreachable) {
            // The watch may still be alive; its silence decides.
            return false;
        }
    }

    /** Sleeps; false if it was stopped meanwhile. */
    private boolean sleep(long nanos) {
        try {
            return !stopped.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean isStopped() {
        return stopped.getCount() == 0;
    }

    /** When this returns, nothing is delivered and nothing is written any more. */
    @Override
    public void close() {
        stopped.countDown();
        open.ifPresent(IndexWatch::close);
        api.close();
        try {
            // Joining a thread that was never started returns immediately.
            follower.join();
            checker.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
