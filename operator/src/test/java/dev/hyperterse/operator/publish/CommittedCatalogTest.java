package dev.hyperterse.operator.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.resolve.ObjectName;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CommittedCatalogTest {
    private static final Map<String, String> PROMPTS = Map.of("greet", "hello", "part", "bye", "ask", "what");
    private final ApiServerInMemory api = new ApiServerInMemory();

    @Test
    void aNewLeaderReadsBackWhatTheOneBeforePublished() {
        published("e1");
        var next = publisher("e2", () -> true);
        assertThat(next.takeOver()).isTrue();
        assertThat(next.committed().orElseThrow().revision().epoch()).isEqualTo("e2");
        var catalog = read(Shop.SERVER, next.committed().orElseThrow()).orElseThrow();
        assertThat(catalog.leaves()).extracting(Leaf::publicName).containsExactlyInAnyOrder("greet", "part", "ask");
        assertThat(catalog.values().find(ValueKey.adapter("db", "password"))).contains("s3cret");
    }

    @Test
    void aTakeoverPublishesWithoutASecondCompile() {
        published("e1");
        var next = publisher("e2", () -> true);
        next.takeOver();
        assertThat(next.publish(Shop.desired(PROMPTS, "s3cret"))).isInstanceOf(PublicationOutcome.Unchanged.class);
    }

    @Test
    void aProcessThatDoesNotLeadTakesNothingOver() {
        published("e1");
        var writes = api.writes();
        assertThat(publisher("e2", () -> false).takeOver()).isFalse();
        assertThat(api.writes()).isEqualTo(writes);
    }

    @Test
    void whereNothingWasPublishedThereIsNothing() {
        var first = publisher("e1", () -> true);
        assertThat(first.takeOver()).isTrue();
        assertThat(first.committed()).isEmpty();
    }

    @Test
    void aPartThatWasEditedByHandIsLostAndTheOthersAreNot() {
        var index = published("e1");
        var part = index.parts().getFirst();
        api.edit(
                ObjectName.slot(Shop.SERVER, part.slot()),
                Map.of(part.sha256(), "edited".getBytes(StandardCharsets.UTF_8)));
        api.delete(ObjectName.values(Shop.SERVER));
        var catalog = read(Shop.SERVER, index).orElseThrow();
        assertThat(catalog.leaves()).isNotEmpty().hasSizeLessThan(PROMPTS.size());
        assertThat(catalog.values().entries()).isEmpty();
    }

    @Test
    void aCatalogOfADeletedServerOfTheSameNameIsNotTakenOver() {
        var index = published("e1");
        assertThat(read(new ServerIdentity("gateways", "shop", "uid-2", 1), index))
                .isEmpty();
    }

    private Optional<Catalog> read(ServerIdentity server, CatalogIndex index) {
        return new CommittedCatalog(api.store()).read(server, index);
    }

    private CatalogIndex published(String epoch) {
        var publisher = publisher(epoch, () -> true);
        publisher.takeOver();
        publisher.publish(Shop.desired(PROMPTS, "s3cret"));
        return publisher.committed().orElseThrow();
    }

    private Publisher publisher(String epoch, Leadership leadership) {
        return new Publisher(api.store(), leadership, () -> "set-" + api.writes(), Shop.SERVER, epoch);
    }
}
