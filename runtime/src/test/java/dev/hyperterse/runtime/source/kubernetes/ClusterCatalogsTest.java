package dev.hyperterse.runtime.source.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.catalog.encoding.CatalogNames;
import dev.hyperterse.catalog.encoding.DecodedLeaf;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.runtime.source.kubernetes.FakeApiServer.WatchEnd;
import dev.hyperterse.runtime.source.kubernetes.api.ApiServer;
import dev.hyperterse.runtime.source.kubernetes.api.ClusterAccess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterCatalogsTest {
    private static final Timing PATIENT = timing(Duration.ofMinutes(10), Duration.ofMinutes(10));
    /** A pause lasts longer than any test. */
    private static final Timing PAUSING =
            timing(Duration.ofMinutes(10), Duration.ofMinutes(10), Duration.ofMinutes(10), Duration.ofMinutes(10));

    @TempDir
    private Path folder;

    private FakeApiServer api;
    private PublishedShop shop;
    private final LinkedBlockingQueue<FetchedCatalog> delivered = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<Restated> restated = new LinkedBlockingQueue<>();
    private Optional<ClusterCatalogs> catalogs = Optional.empty();

    @BeforeEach
    void startTheApiServer() throws IOException {
        api = new FakeApiServer();
        shop = new PublishedShop(api);
        Files.writeString(folder.resolve("token"), "first");
    }

    @AfterEach
    void stopEverything() {
        catalogs.ifPresent(ClusterCatalogs::close);
        api.close();
    }

    @Test
    void eachPublicationIsDeliveredWhole() throws Exception {
        shop.publish(1, "one", "s3cret");
        follow(PATIENT);
        var first = next();
        assertThat(description(first, "a")).isEqualTo("one");
        assertThat(first.catalog().values().find(ValueKey.adapter("db", "password")))
                .contains("s3cret");

        waitFor(() -> api.openWatches() == 1);
        shop.publish(2, "two", "rotated");
        var second = next();
        assertThat(description(second, "a")).isEqualTo("two");
        assertThat(second.catalog().values().find(ValueKey.adapter("db", "password")))
                .contains("rotated");
        assertThat(leaf(second, "b"))
                .as("the unchanged part is the same object")
                .isSameAs(leaf(first, "b"));
    }

    @Test
    void onlyChangedPartsAreFetched() throws Exception {
        shop.publish(1, "one", "s3cret");
        follow(PATIENT);
        next();
        waitFor(() -> api.openWatches() == 1);
        api.requests().clear();

        shop.publish(2, "two", "s3cret");
        next();

        assertThat(api.requests())
                .containsExactly(
                        PublishedShop.OBJECTS.slot(shop.pack("a", "two").slot()));
    }

    @Test
    void watchNamesTheIndexSoThatTheRoleAllowsIt() throws Exception {
        shop.publish(1, "one", "s3cret");
        follow(PATIENT);
        next();
        waitFor(() -> api.openWatches() == 1);
        assertThat(api.requests()).anySatisfy(request -> assertThat(request)
                .contains("watch=1")
                .contains("fieldSelector=metadata.name%3Dshop-catalog")
                .contains("allowWatchBookmarks=true"));
    }

    @Test
    void replicaWaitsForTheFirstPublication() throws Exception {
        follow(PATIENT);
        waitFor(() -> api.requests().size() > 2);
        assertThat(delivered).isEmpty();
        shop.publish(1, "one", "s3cret");
        assertThat(description(next(), "a")).isEqualTo("one");
    }

    @Test
    void missingPartDelaysARevisionAndKeepsTheServedOne() throws Exception {
        shop.publish(1, "one", "s3cret");
        follow(PATIENT);
        next();
        waitFor(() -> api.openWatches() == 1);
        var unchanged = shop.store("b", "never changes");

        api.requests().clear();
        shop.commit(2, List.of(shop.pack("a", "two").part(), unchanged), "set-s3cret");
        waitFor(() -> api.requests().size() > 2);
        assertThat(delivered).isEmpty();

        shop.store("a", "two");
        assertThat(description(next(), "a")).isEqualTo("two");
    }

    @Test
    void partWithAnotherDigestIsNeverServed() throws Exception {
        shop.publish(1, "one", "s3cret");
        follow(PATIENT);
        next();
        waitFor(() -> api.openWatches() == 1);
        var forged = shop.pack("a", "forged");
        var named = shop.pack("a", "two");
        api.putConfigMap(PublishedShop.OBJECTS.slot(named.slot()), Map.of(named.sha256(), forged.compressed()));

        api.requests().clear();
        shop.commit(2, List.of(named.part()), "set-s3cret");
        waitFor(() -> api.requests().size() > 2);

        assertThat(delivered).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 410, 500, 503})
    void refusalOfTheApiServerChangesNothingAndIsRetried(int status) throws Exception {
        shop.publish(1, "one", "s3cret");
        follow(PATIENT);
        next();
        waitFor(() -> api.openWatches() == 1);

        api.requests().clear();
        api.answerWith(status);
        waitFor(() -> api.requests().size() > 1);
        assertThat(delivered).isEmpty();

        shop.publish(2, "two", "s3cret");
        api.answerWith(200);
        waitFor(() -> !delivered.isEmpty());
        assertThat(description(last(), "a")).isEqualTo("two");
    }

    @Test
    void replacedTokenIsUsed() throws Exception {
        shop.publish(1, "one", "s3cret");
        follow(PATIENT);
        next();
        waitFor(() -> api.openWatches() == 1);
        Files.writeString(folder.resolve("token"), "second\n");
        shop.publish(2, "two", "s3cret");
        next();
        assertThat(api.tokens()).contains("Bearer first").last().isEqualTo("Bearer second");
    }

    @Test
    void restoredIndexIsFollowed() throws Exception {
        shop.publish(7, "seven", "s3cret");
        follow(PATIENT);
        next();
        waitFor(() -> api.openWatches() == 1);
        shop.publish(3, "restored from a backup", "s3cret");
        assertThat(description(next(), "a")).isEqualTo("restored from a backup");
    }

    @Test
    void deletedIndexKeepsTheServedCatalog() throws Exception {
        shop.publish(1, "one", "s3cret");
        follow(PATIENT);
        next();
        waitFor(() -> api.openWatches() == 1);
        api.requests().clear();
        api.delete(PublishedShop.OBJECTS.index());
        waitFor(() -> api.requests().size() > 2);
        assertThat(delivered).isEmpty();
        shop.publish(2, "two", "s3cret");
        assertThat(description(next(), "a")).isEqualTo("two");
    }

    @Test
    void periodicCheckFindsMissedEvents() throws Exception {
        shop.publish(1, "one", "s3cret");
        follow(timing(Duration.ofMinutes(10), Duration.ofMillis(50)));
        next();
        waitFor(() -> api.openWatches() == 1);
        api.deaf(true);
        shop.publish(2, "two", "s3cret");
        assertThat(description(next(), "a")).isEqualTo("two");
    }

    @Test
    void silentWatchIsReplaced() throws Exception {
        shop.publish(1, "one", "s3cret");
        follow(timing(Duration.ofMillis(50), Duration.ofMillis(50)));
        next();
        waitFor(() -> watchRequests() > 2);
    }

    /** A proxy that cuts watches, or an API server that keeps answering 410. */
    @ParameterizedTest
    @EnumSource(names = {"AT_ONCE", "GONE"})
    void watchThatEndsAtOnceIsRepeatedAfterAPause(WatchEnd end) throws Exception {
        shop.publish(1, "one", "s3cret");
        api.endWatches(end);
        follow(PAUSING);
        next();
        waitFor(() -> watchRequests() > 0);

        // Time for many watches, if there were no pause.
        try (var other = new ApiServer(access())) {
            for (var read = 0; read < 100; read++) {
                other.read(PublishedShop.OBJECTS.index());
            }
        }
        catalogs.orElseThrow().close();

        assertThat(watchRequests()).isOne();
    }

    @Test
    void watchThatBroughtAChangeIsRepeatedAtOnce() throws Exception {
        shop.publish(1, "one", "s3cret");
        api.endWatches(WatchEnd.AFTER_AN_EVENT);
        follow(PAUSING);
        next();
        for (var revision = 2; revision < 5; revision++) {
            waitFor(() -> api.openWatches() == 1);
            shop.publish(revision, "number " + revision, "s3cret");
            assertThat(description(next(), "a")).isEqualTo("number " + revision);
        }
    }

    @Test
    void restartWithoutTheApiServerServesTheCopy() throws Exception {
        shop.publish(1, "one", "s3cret");
        follow(PATIENT);
        next();
        waitFor(() -> Files.exists(folder.resolve("copy/index.json")));
        catalogs.orElseThrow().close();

        api.answerWith(503);
        follow(PATIENT);
        var fromCopy = next();
        assertThat(description(fromCopy, "a")).isEqualTo("one");
        assertThat(fromCopy.catalog().values().find(ValueKey.adapter("db", "password")))
                .contains("s3cret");

        shop.publish(2, "two", "s3cret");
        api.answerWith(200);
        assertThat(description(next(), "a")).isEqualTo("two");
    }

    @Test
    void indexOfAnotherServerIsNotServed() throws Exception {
        shop.publish(1, "one", "s3cret");
        var store = new CatalogObjects("gateways", new CatalogNames("store"));
        api.putConfigMap(store.index(), Map.of(CatalogNames.INDEX_ENTRY, new CatalogCodec().encode(shop.index())));
        catalogs = Optional.of(
                new ClusterCatalogs(access(), "store", folder.resolve("copy"), PATIENT, receiver(delivered::add)));
        catalogs.get().start();
        waitFor(() -> api.requests().size() > 2);
        assertThat(delivered).isEmpty();
        assertThat(catalogs.get().upToDate()).isFalse();
    }

    @Test
    void copyHoldsOneCatalogOnly() throws Exception {
        shop.publish(1, "one", "s3cret");
        follow(PATIENT);
        next();
        waitFor(() -> api.openWatches() == 1);
        shop.publish(2, "two", "rotated");
        next();
        waitFor(() -> copiedFiles() == 4);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void failedReceiverGetsTheCatalogAgain(boolean withAnError) throws Exception {
        shop.publish(1, "one", "s3cret");
        var failed = new AtomicBoolean();
        var receiver = receiver(catalog -> {
            if (failed.compareAndSet(false, true)) {
                if (withAnError) {
                    throw new OutOfMemoryError("as if there were none for a moment");
                }
                throw new IllegalStateException("a bug");
            }
            delivered.add(catalog);
        });
        catalogs = Optional.of(new ClusterCatalogs(access(), "shop", folder.resolve("copy"), PATIENT, receiver));
        catalogs.get().start();
        assertThat(description(next(), "a")).isEqualTo("one");
        waitFor(() -> catalogs.orElseThrow().upToDate());
    }

    @Test
    void convergenceInTheIndexIsNoNewCatalog() throws Exception {
        shop.publish(1, "one", "s3cret");
        follow(PATIENT);
        next();
        waitFor(() -> api.openWatches() == 1);
        api.requests().clear();

        shop.converged("e1.1");

        assertThat(restated.poll(60, TimeUnit.SECONDS))
                .isEqualTo(new Restated(shop.index().revision(), Optional.of("e1.1")));
        assertThat(delivered).isEmpty();
        assertThat(api.requests()).as("nothing is fetched for it").isEmpty();
    }

    @Test
    void sameContentOfANewLeaderIsNoNewCatalog() throws Exception {
        shop.publish(7, "one", "s3cret");
        follow(PATIENT);
        next();
        waitFor(() -> api.openWatches() == 1);
        var index = shop.index();

        api.delete(PublishedShop.OBJECTS.index());
        waitFor(() -> !catalogs.orElseThrow().upToDate());
        shop.put(index.claimedBy("e2"));

        var other = restated.poll(60, TimeUnit.SECONDS);
        assertThat(other).isNotNull();
        assertThat(other.revision().position()).isEqualTo("e2.1");
        assertThat(delivered).isEmpty();
        waitFor(() -> catalogs.orElseThrow().upToDate());
    }

    @Test
    void settingsEditedByHandAreServedDespiteAnUnchangedDigest() throws Exception {
        shop.publish(1, "one", "s3cret");
        follow(PATIENT);
        next();
        waitFor(() -> api.openWatches() == 1);
        var index = shop.index();

        shop.put(new CatalogIndex(
                index.format(), index.revision(), index.server(), List.of(), index.valueSet(), Optional.empty()));

        assertThat(next().catalog().leaves()).isEmpty();
    }

    @Test
    void indexThatNamesASlotTwiceChangesNothing() throws Exception {
        shop.publish(1, "one", "s3cret");
        follow(PATIENT);
        next();
        waitFor(() -> api.openWatches() == 1);

        shop.commit(2, List.of(shop.store("a", "one"), shop.store("a", "two")), "set-s3cret");
        waitFor(() -> !catalogs.orElseThrow().upToDate());

        assertThat(delivered).isEmpty();
    }

    @Test
    void definitionWithAnUnknownFieldIsRefusedAlone() throws Exception {
        shop.publish(1, "one", "s3cret");
        follow(PATIENT);
        assertThat(next().refused()).isEmpty();
        waitFor(() -> api.openWatches() == 1);

        shop.commit(2, List.of(shop.storeNewer("a"), shop.store("b", "edited")), "set-s3cret");

        var newer = next();
        assertThat(newer.catalog().leaves()).hasSize(1);
        assertThat(description(newer, "b")).isEqualTo("edited");
        assertThat(newer.refused())
                .containsExactly(new DecodedLeaf.Unsupported(
                        "Prompt shop/a", "this build does not know the field 'later', which a newer version wrote"));
        waitFor(() -> catalogs.orElseThrow().upToDate());
    }

    @Test
    void settingsWithAnUnknownFieldKeepTheServedCatalog() throws Exception {
        shop.publish(1, "one", "s3cret");
        follow(PATIENT);
        next();
        waitFor(() -> api.openWatches() == 1);

        shop.commitNewerSettings(2);
        waitFor(() -> !catalogs.orElseThrow().upToDate());
        assertThat(delivered).isEmpty();

        shop.publish(3, "three", "s3cret");
        assertThat(description(next(), "a")).isEqualTo("three");
        waitFor(() -> catalogs.orElseThrow().upToDate());
    }

    @Test
    void unwritableCopyStopsNothing() throws Exception {
        Files.writeString(folder.resolve("copy"), "a file where the folder should be");
        shop.publish(1, "one", "s3cret");
        follow(PATIENT);
        assertThat(description(next(), "a")).isEqualTo("one");
        waitFor(() -> api.openWatches() == 1);
        shop.publish(2, "two", "s3cret");
        assertThat(description(next(), "a")).isEqualTo("two");
    }

    private void follow(Timing timing) {
        catalogs = Optional.of(
                new ClusterCatalogs(access(), "shop", folder.resolve("copy"), timing, receiver(delivered::add)));
        catalogs.get().start();
    }

    private record Restated(Revision revision, Optional<String> converged) {}

    private CatalogReceiver receiver(Consumer<FetchedCatalog> serve) {
        return new CatalogReceiver() {
            @Override
            public void serve(FetchedCatalog catalog) {
                serve.accept(catalog);
            }

            @Override
            public void stays(Revision revision, Optional<String> converged) {
                restated.add(new Restated(revision, converged));
            }
        };
    }

    private ClusterAccess access() {
        return new ClusterAccess(URI.create(api.address()), folder.resolve("token"), Optional.empty(), "gateways");
    }

    private static Timing timing(Duration silence, Duration check) {
        return timing(silence, check, Duration.ofMillis(5), Duration.ofMillis(20));
    }

    private static Timing timing(Duration silence, Duration check, Duration shortestPause, Duration longestPause) {
        return new Timing(
                Duration.ZERO, silence, check, shortestPause, longestPause, Duration.ofMinutes(10), Duration.ZERO);
    }

    private long watchRequests() {
        return api.requests().stream()
                .filter(request -> request.contains("watch=1"))
                .count();
    }

    private long copiedFiles() {
        try (var files = Files.list(folder.resolve("copy"))) {
            return files.count();
        } catch (IOException gone) {
            return 0;
        }
    }

    private FetchedCatalog next() throws InterruptedException {
        var catalog = delivered.poll(60, TimeUnit.SECONDS);
        assertThat(catalog).as("a catalog within a minute").isNotNull();
        return catalog;
    }

    private FetchedCatalog last() {
        FetchedCatalog last = null;
        for (var catalog = delivered.poll(); catalog != null; catalog = delivered.poll()) {
            last = catalog;
        }
        return last;
    }

    private static String description(FetchedCatalog catalog, String prompt) {
        return ((PromptLeaf) leaf(catalog, prompt)).description().orElseThrow();
    }

    private static Leaf leaf(FetchedCatalog catalog, String name) {
        return catalog.catalog().leaves().stream()
                .filter(leaf -> leaf.publicName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void waitFor(BooleanSupplier condition) throws InterruptedException {
        var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime())
                    .as("the condition holds within a minute")
                    .isLessThan(deadline);
            Thread.sleep(2);
        }
    }
}
