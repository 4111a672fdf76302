package dev.hyperterse.operator.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.catalog.encoding.Slot;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.compiler.resolve.ObjectName;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublisherTest {
    private static final Map<String, String> FIRST = prompts("first", 40);
    private static final Map<String, String> SECOND = prompts("second", 45);

    private final ApiServerInMemory api = new ApiServerInMemory();
    private final AtomicInteger names = new AtomicInteger();

    @BeforeEach
    void everythingTheIndexNamesExistsAtEveryInstant() {
        api.afterEachWrite(() -> BootingReplica.boot(api, Shop.SERVER));
    }

    @Test
    void theFirstPublicationClaimsAndThenCommitsOnce() {
        var publisher = publisher("e1", api.store());
        assertThat(publisher.publish(Shop.desired(FIRST, "s3cret"))).isInstanceOf(PublicationOutcome.Claimed.class);
        assertThat(BootingReplica.boot(api, Shop.SERVER)).isEmpty();

        assertThat(publisher.publish(Shop.desired(FIRST, "s3cret")))
                .isInstanceOfSatisfying(PublicationOutcome.Published.class, published -> assertThat(
                                published.index().revision().position())
                        .isEqualTo("e1.1"));
        assertThat(BootingReplica.boot(api, Shop.SERVER)).contains(Shop.served(FIRST, "s3cret"));
    }

    @Test
    void aChangedDefinitionWritesItsSlotAndTheIndex() {
        var publisher = published("e1", FIRST);
        var changed = new TreeMap<>(FIRST);
        changed.put("prompt-7", "changed");
        var before = api.writes();

        publish(publisher, changed);

        assertThat(api.writes() - before).isEqualTo(2);
        assertThat(BootingReplica.boot(api, Shop.SERVER)).contains(Shop.served(changed, "s3cret"));
    }

    @Test
    void anIndexThatWasDeletedDoesNotMakeItsEpochCountBackwards() {
        var publisher = published("e1", FIRST);
        publish(publisher, SECOND);
        var before = index().revision().sequence();
        api.delete(ObjectName.index(Shop.SERVER));
        publisher.forgetAll();

        publish(publisher, FIRST);

        assertThat(index().revision().epoch()).isEqualTo("e1");
        assertThat(index().revision().sequence()).isGreaterThan(before);
        assertThat(BootingReplica.boot(api, Shop.SERVER)).contains(Shop.served(FIRST, "s3cret"));
    }

    @Test
    void anIndexThatNamesLessThanItSaysIsPutRight() {
        var publisher = published("e1", FIRST);
        var right = index();
        var codec = new CatalogCodec();
        api.afterEachWrite(() -> {});
        api.edit(
                ObjectName.index(Shop.SERVER),
                Map.of(
                        "index.json",
                        codec.encode(new CatalogIndex(
                                right.format(),
                                right.revision(),
                                right.server(),
                                right.parts().subList(1, right.parts().size()),
                                right.valueSet(),
                                right.converged()))));
        publisher.forgetAll();

        assertThat(publisher.publish(Shop.desired(FIRST, "s3cret"))).isInstanceOf(PublicationOutcome.Published.class);
        assertThat(BootingReplica.boot(api, Shop.SERVER)).contains(Shop.served(FIRST, "s3cret"));
    }

    @Test
    void anEditOrADeletionByAnotherWriterIsNoticed() {
        var publisher = published("e1", FIRST);
        assertThat(publisher.modifiedExternally()).isFalse();
        api.afterEachWrite(() -> {});
        var slot = ObjectName.slot(Shop.SERVER, index().parts().getFirst().slot());
        for (Runnable change : List.<Runnable>of(
                () -> api.edit(ObjectName.index(Shop.SERVER), Map.of()),
                () -> api.edit(slot, Map.of()),
                () -> api.delete(slot),
                () -> api.delete(ObjectName.values(Shop.SERVER)))) {
            change.run();
            assertThat(publisher.modifiedExternally()).isTrue();
            publisher.forgetAll();
            publish(publisher, FIRST);
            assertThat(publisher.modifiedExternally()).isFalse();
        }
    }

    @Test
    void nothingChangedWritesNothing() {
        var publisher = published("e1", FIRST);
        var before = api.writes();
        assertThat(publisher.publish(Shop.desired(FIRST, "s3cret"))).isInstanceOf(PublicationOutcome.Unchanged.class);
        assertThat(api.writes()).isEqualTo(before);
    }

    @Test
    void aRotatedSecretIsANewValueSetAndTheOldOneStaysUntilItIsNotNamed() {
        var publisher = published("e1", FIRST);
        var old = index().valueSet().orElseThrow();
        publisher.publish(Shop.desired(FIRST, "new"));
        assertThat(index().valueSet()).isPresent().isNotEqualTo(Optional.of(old));
        assertThat(values()).contains(old);

        publisher.publish(Shop.desired(FIRST, "newer"));
        assertThat(values()).doesNotContain(old).hasSize(2);
        assertThat(BootingReplica.boot(api, Shop.SERVER)).contains(Shop.served(FIRST, "newer"));
    }

    @Test
    void rotatedValuesAreSweptWhenAllReplicasHaveConverged() {
        var publisher = published("e1", FIRST);
        var before = index().revision();
        publisher.publish(Shop.desired(FIRST, "new"));
        publisher.recordConverged(before);
        assertThat(values()).hasSize(2);

        publisher.recordConverged(index().revision());
        assertThat(values()).containsExactly(index().valueSet().orElseThrow());
        assertThat(BootingReplica.boot(api, Shop.SERVER)).contains(Shop.served(FIRST, "new"));

        var writes = api.writes();
        publisher.recordConverged(index().revision());
        assertThat(api.writes()).isEqualTo(writes);
    }

    @Test
    void unreferencedValuesAreSweptByTheNextLeader() {
        var withoutValues = withoutValues(Shop.desired(FIRST, "s3cret"));
        published("e1", FIRST).publish(withoutValues);
        assertThat(values()).hasSize(1);

        var next = publisher("e2", api.store());
        next.publish(withoutValues);
        next.publish(withoutValues);
        next.recordConverged(index().revision());
        assertThat(values()).isEmpty();

        publish(next, FIRST);
        assertThat(BootingReplica.boot(api, Shop.SERVER)).contains(Shop.served(FIRST, "s3cret"));
    }

    /** A namespace that is no gateway namespace any more: nothing to try again every 30 s, and to log as an error. */
    @Test
    void convergenceIsRecordedWhereTheOperatorMayOnceItMay() {
        var allowed = new AtomicBoolean(true);
        var publisher = publisher("e1", api.as(() -> {
            if (!allowed.get()) {
                throw new ForbiddenException("values cannot be read", new KubernetesClientException("forbidden"));
            }
        }));
        publish(publisher, FIRST);
        publisher.publish(Shop.desired(FIRST, "new"));
        publisher.forgetAll();

        allowed.set(false);
        publisher.recordConverged(index().revision());
        assertThat(values()).hasSize(2);

        allowed.set(true);
        publisher.recordConverged(index().revision());
        assertThat(values()).containsExactly(index().valueSet().orElseThrow());
    }

    @Test
    void aServerWithoutValuesGetsNoSecret() {
        var publisher = publisher("e1", api.store());
        var withoutValues = withoutValues(Shop.desired(FIRST, "s3cret"));
        publisher.publish(withoutValues);
        publisher.publish(withoutValues);
        publisher.recordConverged(index().revision());
        assertThat(api.stored(ObjectName.values(Shop.SERVER))).isEmpty();
    }

    private static CatalogContent withoutValues(CatalogContent desired) {
        return new CatalogContent(desired.server(), desired.slots(), Map.of());
    }

    @Test
    void aSlotHoldsTheCommittedContentAndTheOneBeforeAndNothingElse() {
        var publisher = published("e1", Map.of("a", "0"));
        for (var edit = 1; edit <= 20; edit++) {
            publish(publisher, Map.of("a", Integer.toString(edit)));
        }
        var slot = index().parts().getFirst().slot();
        assertThat(api.stored(ObjectName.slot(Shop.SERVER, slot)).orElseThrow().entries())
                .hasSize(2);
    }

    @Test
    void theLastLeafOfASlotGoesWithoutAWriteToTheSlot() {
        var publisher = published("e1", Map.of("a", "1", "b", "1"));
        var before = api.writes();
        publish(publisher, Map.of("a", "1"));
        assertThat(api.writes() - before).isEqualTo(1);
        assertThat(BootingReplica.boot(api, Shop.SERVER)).contains(Shop.served(Map.of("a", "1"), "s3cret"));
    }

    @Test
    void aDeletedLeafOfASharedSlotWritesThatSlotAndTheIndex() {
        var more = new TreeMap<String, String>();
        for (var number = 0; number < 4 * Slot.COUNT; number++) {
            more.put("prompt-" + number, "1");
        }
        var publisher = published("e1", more);
        var slots = index().parts().size();
        var before = api.writes();
        more.remove("prompt-0");
        publish(publisher, more);
        assertThat(index().parts()).as("the slot has other leaves").hasSize(slots);
        assertThat(api.writes() - before).isEqualTo(2);
    }

    @Test
    void aNewLeaderClaimsTheSameContentFirst() {
        published("e1", FIRST);
        var committed = index();
        var next = publisher("e2", api.store());
        assertThat(next.publish(Shop.desired(SECOND, "s3cret"))).isInstanceOf(PublicationOutcome.Claimed.class);
        assertThat(index().revision())
                .isEqualTo(new Revision("e2", 1, committed.revision().sha256()));
        assertThat(BootingReplica.boot(api, Shop.SERVER)).contains(Shop.served(FIRST, "s3cret"));
        publish(next, SECOND);
        assertThat(BootingReplica.boot(api, Shop.SERVER)).contains(Shop.served(SECOND, "s3cret"));
    }

    @Test
    void aLeaderThatLostTheLeaseWritesNothing() {
        var first = published("e1", FIRST);
        published("e2", SECOND);
        var before = api.writes();
        var deposed = new Publisher(api.store(), () -> false, this::randomName, Shop.SERVER, "e3");
        assertThat(deposed.publish(Shop.desired(FIRST, "s3cret"))).isInstanceOf(PublicationOutcome.NotLeading.class);
        assertThat(api.writes()).isEqualTo(before);
        assertThat(first).isNotNull();
    }

    /** The process dies before the k-th of all its operations; a replica boots; another process takes over. */
    @ParameterizedTest
    @MethodSource("everyOperationOfATakeover")
    void killedBetweenAnyTwoOperationsOfATakeover(int survived) {
        published("e1", FIRST);
        var doomed = publisher("e2", api.as(dyingAfter(survived)));
        try {
            publish(doomed, SECOND);
        } catch (Killed expected) {
            assertThat(BootingReplica.boot(api, Shop.SERVER).orElseThrow())
                    .isIn(Shop.served(FIRST, "s3cret"), Shop.served(SECOND, "s3cret"));
        }
        published("e3", SECOND);
        assertThat(BootingReplica.boot(api, Shop.SERVER)).contains(Shop.served(SECOND, "s3cret"));
    }

    static List<Integer> everyOperationOfATakeover() {
        var test = new PublisherTest();
        test.published("e1", FIRST);
        var operations = new AtomicInteger();
        test.publish(test.publisher("e2", test.api.as(operations::incrementAndGet)), SECOND);
        assertThat(operations.get()).isGreaterThan(60);
        return IntStream.rangeClosed(0, operations.get()).boxed().toList();
    }

    /** Two processes that both believe to lead, in 300 orders of their operations; the check runs after every write. */
    @Test
    void twoLeadersNeverLeaveAnIndexWithMissingParts() throws InterruptedException {
        for (var seed = 0; seed < 300; seed++) {
            var race = new PublisherTest();
            race.everythingTheIndexNamesExistsAtEveryInstant();
            var failures = race.race(seed);
            assertThat(failures).as("seed " + seed).isEmpty();
            race.published("survivor", SECOND);
            assertThat(BootingReplica.boot(race.api, Shop.SERVER)).contains(Shop.served(SECOND, "s3cret"));
        }
    }

    private List<Throwable> race(long seed) throws InterruptedException {
        var turns = new Interleaving(seed, 2);
        var failures = new ArrayList<Throwable>();
        var threads = new ArrayList<Thread>();
        for (var leader : List.of("left", "right")) {
            threads.add(Thread.ofPlatform().name(leader).start(() -> {
                try {
                    editFiveTimes(publisher(leader, api.as(turns::pass)), leader);
                } catch (PublicationException tooManyConflicts) {
                    // What an operator does then: it tries again later. Here the other one has the last word.
                } catch (Throwable failure) {
                    synchronized (failures) {
                        failures.add(failure);
                    }
                } finally {
                    turns.finish();
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        return failures;
    }

    private void editFiveTimes(Publisher publisher, String leader) {
        for (var edit = 0; edit < 5; edit++) {
            var desired = Shop.desired(prompts(leader + edit, 3), leader + edit);
            for (var attempt = 0; attempt < 3; attempt++) {
                var outcome = publisher.publish(desired);
                if (outcome instanceof PublicationOutcome.Published(var index)) {
                    publisher.recordConverged(index.revision());
                }
                if (!(outcome instanceof PublicationOutcome.Claimed)) {
                    break;
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop-catalog", "shop-catalog-49", "shop-values"})
    void anObjectDeletedByHandIsPutBack(String name) {
        var publisher = published("e1", FIRST);
        api.afterEachWrite(() -> {});
        api.snapshot().keySet().stream()
                .filter(object -> object.name().equals(name))
                .forEach(api::delete);

        publisher.forgetAll();
        publish(publisher, FIRST);

        assertThat(BootingReplica.boot(api, Shop.SERVER)).contains(Shop.served(FIRST, "s3cret"));
    }

    @Test
    void objectsEditedByHandAreRestored() {
        var publisher = published("e1", FIRST);
        api.afterEachWrite(() -> {});
        for (var entry : api.snapshot().entrySet()) {
            var spoiled = new TreeMap<String, byte[]>();
            entry.getValue()
                    .entries()
                    .forEach((key, content) -> spoiled.put(key, "oops".getBytes(StandardCharsets.UTF_8)));
            api.edit(entry.getKey(), spoiled);
        }

        publisher.forgetAll();
        publish(publisher, FIRST);

        assertThat(BootingReplica.boot(api, Shop.SERVER)).contains(Shop.served(FIRST, "s3cret"));
    }

    @Test
    void anEtcdRestoredUnderALiveLeaderIsPublishedAgain() {
        var publisher = published("e1", FIRST);
        var backup = api.snapshot();
        publish(publisher, SECOND);
        api.restore(backup);
        var third = prompts("third", 45);

        publish(publisher, third);

        assertThat(BootingReplica.boot(api, Shop.SERVER)).contains(Shop.served(third, "s3cret"));
    }

    @Test
    void objectsOfADeletedServerOfTheSameNameAreRewritten() {
        published("e1", FIRST);
        var successor = new ServerIdentity("gateways", "shop", "uid-2", 1);
        var slots = index().parts().stream()
                .map(part -> ObjectName.slot(successor, part.slot()))
                .toList();
        var old = api.snapshot();

        var publisher = new Publisher(api.store(), () -> true, this::randomName, successor, "e1");
        var desired = Shop.desired(successor, FIRST, "s3cret");
        publisher.publish(desired);

        assertThat(slots)
                .allSatisfy(slot -> assertThat(api.stored(slot).orElseThrow().resourceVersion())
                        .isNotEqualTo(old.get(slot).resourceVersion()));
        assertThat(BootingReplica.boot(api, successor)).contains(Shop.served(FIRST, "s3cret"));
        assertThat(publisher.publish(desired)).isInstanceOf(PublicationOutcome.Unchanged.class);
    }

    @Test
    void convergenceIsRecordedWithoutANewSequence() {
        var publisher = published("e1", FIRST);
        var before = index();
        var writes = api.writes();
        publisher.recordConverged(before.revision());
        assertThat(index()).isEqualTo(before.convergedAt(before.revision()));
        assertThat(index().revision()).isEqualTo(before.revision());
        assertThat(api.writes() - writes).as("the index").isEqualTo(1);
    }

    @Test
    void anApiServerThatOnlyConflictsIsGivenUpFor() {
        var quarrel = new AtomicInteger();
        var index = ObjectName.index(Shop.SERVER);
        var publisher = publisher(
                "e1",
                api.as(() -> api.edit(
                        index,
                        Map.of(
                                "edit",
                                Integer.toString(quarrel.incrementAndGet()).getBytes(StandardCharsets.UTF_8)))));
        assertThatThrownBy(() -> publisher.publish(Shop.desired(FIRST, "s3cret")))
                .isInstanceOf(PublicationException.class)
                .hasMessageContaining("gateways/shop");
    }

    private Publisher published(String epoch, Map<String, String> prompts) {
        var publisher = publisher(epoch, api.store());
        publish(publisher, prompts);
        return publisher;
    }

    /** As the operator does it: after a claim it compiles and publishes again. */
    private void publish(Publisher publisher, Map<String, String> prompts) {
        var desired = Shop.desired(prompts, "s3cret");
        var outcome = publisher.publish(desired);
        if (outcome instanceof PublicationOutcome.Claimed) {
            outcome = publisher.publish(desired);
        }
        assertThat(outcome).isInstanceOfAny(PublicationOutcome.Published.class, PublicationOutcome.Unchanged.class);
    }

    private Publisher publisher(String epoch, ObjectStore store) {
        return new Publisher(store, () -> true, this::randomName, Shop.SERVER, epoch);
    }

    private String randomName() {
        return "set-" + names.incrementAndGet();
    }

    private CatalogIndex index() {
        return StoredIndex.of(api.stored(ObjectName.index(Shop.SERVER)), new CatalogCodec())
                .index()
                .orElseThrow();
    }

    private Set<String> values() {
        return api.stored(ObjectName.values(Shop.SERVER))
                .orElseThrow()
                .entries()
                .keySet();
    }

    private static Map<String, String> prompts(String description, int count) {
        var prompts = new TreeMap<String, String>();
        IntStream.range(0, count).forEach(number -> prompts.put("prompt-" + number, description));
        return prompts;
    }

    private static Runnable dyingAfter(int operations) {
        var left = new AtomicInteger(operations);
        return () -> {
            if (left.getAndDecrement() <= 0) {
                throw new Killed();
            }
        };
    }

    /** The process is gone at this point. */
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
