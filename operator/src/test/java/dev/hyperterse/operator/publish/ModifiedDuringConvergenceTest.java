package dev.hyperterse.operator.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.compiler.resolve.ObjectName;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Somebody changes an object of the catalog just as the convergence of all replicas is recorded. What was known of the
 * objects is given up then, so that the next inspection finds nothing to compare with.
 */
class ModifiedDuringConvergenceTest {
    private static final Map<String, String> PROMPTS = Map.of("greeting", "hello");

    /** More than it ever takes to record it. */
    private static final int OPERATIONS = 6;

    private final ApiServerInMemory api = new ApiServerInMemory();
    private final AtomicInteger names = new AtomicInteger();
    private Runnable beforeEachOperation = () -> {};
    private final Publisher publisher = new Publisher(
            api.as(() -> beforeEachOperation.run()),
            () -> true,
            () -> "set-" + names.incrementAndGet(),
            Shop.SERVER,
            "e1");

    private record Change(String object, boolean deleted, int beforeOperation) {}

    @ParameterizedTest
    @MethodSource("changes")
    void aChangeDuringTheRecordOfConvergenceIsNoticed(Change change) {
        publish("old");
        publish("s3cret");
        assertThat(api.stored(ObjectName.values(Shop.SERVER)).orElseThrow().entries())
                .as("the old values are there to be swept")
                .hasSize(2);
        assertNoticedAndRestored(change, desired("s3cret"));
    }

    /** Values that nothing refers to are looked for, so that objects are read in between. */
    @ParameterizedTest
    @MethodSource("changesWithoutValues")
    void alsoWhereThereAreNoValues(Change change) {
        var desired = new CatalogContent(desired("").server(), desired("").slots(), Map.of());
        publisher.publish(desired);
        publisher.publish(desired);
        assertNoticedAndRestored(change, desired);
    }

    @Test
    void anUnchangedCatalogIsNotPublishedAgain() {
        publish("old");
        publish("s3cret");
        assertThat(publisher.recordConverged(index().revision())).isFalse();
        assertThat(publisher.recordConverged(index().revision())).isFalse();
    }

    /** A server that cannot be published now would be evaluated each second. */
    @Test
    void anotherLookIsAskedForOnce() {
        publish("s3cret");
        var revision = index().revision();
        api.edit(ObjectName.index(Shop.SERVER), Map.of());
        assertThat(publisher.recordConverged(revision)).isTrue();
        assertThat(publisher.recordConverged(revision)).isFalse();
    }

    private void assertNoticedAndRestored(Change change, CatalogContent desired) {
        var name = name(change.object());
        var published = index();
        var operations = new AtomicInteger();
        beforeEachOperation = () -> {
            if (operations.getAndIncrement() == change.beforeOperation()) {
                apply(change, name);
            }
        };
        var modified = publisher.recordConverged(published.revision());
        beforeEachOperation = () -> {};
        if (operations.get() <= change.beforeOperation()) {
            apply(change, name);
        }

        assertThat(modified || publisher.modifiedExternally())
                .as("a publication comes")
                .isTrue();
        publisher.forgetAll();
        publisher.publish(desired);
        publisher.publish(desired);
        assertThat(publisher.publish(desired)).isInstanceOf(PublicationOutcome.Unchanged.class);
        assertThat(index().server()).isEqualTo(published.server());
        assertThat(api.stored(name)).isPresent();
    }

    private void apply(Change change, ObjectName name) {
        if (change.deleted()) {
            api.delete(name);
        } else {
            api.edit(name, Map.of());
        }
    }

    private static Stream<Change> changes() {
        return Stream.of("index", "slot", "values")
                .flatMap(object -> Stream.of(true, false).flatMap(deleted -> IntStream.rangeClosed(0, OPERATIONS)
                        .mapToObj(before -> new Change(object, deleted, before))));
    }

    private static Stream<Change> changesWithoutValues() {
        return changes().filter(change -> !change.object().equals("values"));
    }

    private ObjectName name(String object) {
        return switch (object) {
            case "index" -> ObjectName.index(Shop.SERVER);
            case "values" -> ObjectName.values(Shop.SERVER);
            default -> ObjectName.slot(Shop.SERVER, index().parts().getFirst().slot());
        };
    }

    private void publish(String password) {
        publisher.publish(desired(password));
        publisher.publish(desired(password));
    }

    private static CatalogContent desired(String password) {
        return Shop.desired(PROMPTS, password);
    }

    private CatalogIndex index() {
        return StoredIndex.of(api.stored(ObjectName.index(Shop.SERVER)), new CatalogCodec())
                .index()
                .orElseThrow();
    }
}
