package dev.hyperterse.operator.report.definition;

import static dev.hyperterse.operator.report.Shop.replicas;
import static dev.hyperterse.operator.report.Shop.revision;
import static dev.hyperterse.operator.report.Shop.serving;
import static dev.hyperterse.operator.report.Shop.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.crds.v1alpha1.shared.Condition.Status;
import dev.hyperterse.crds.v1alpha1.shared.ConditionTypes;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.model.ObservedLeaf;
import dev.hyperterse.operator.report.Shop;
import dev.hyperterse.operator.report.StatusInputs;
import dev.hyperterse.operator.report.condition.Conditions;
import dev.hyperterse.operator.report.definition.LeafOnServer.NamedServer;
import dev.hyperterse.operator.report.replica.ReplicaAnswer;
import dev.hyperterse.operator.report.replica.ReplicaAnswer.Unverified;
import dev.hyperterse.operator.report.replica.Replicas;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What databases say against statements, in the statuses of their leaves. */
class UnverifiedStatementTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final String WORDS = "no such column: nmae (SQLITE_ERROR)";

    private final Set<String> affected = new ConcurrentSkipListSet<>();
    private final StatusInputs inputs = new StatusInputs(() -> NOON, new StatusInputs.Listener() {
        @Override
        public void leafAffected(LeafKey leaf) {
            affected.add(leaf.toString());
        }

        @Override
        public void serverAffected(ServerKey server) {}

        @Override
        public void leavesUnevaluated(ServerKey server) {}
    });
    private final Shop shop = Shop.sound(tool("one", "SELECT id,\\n  nmae FROM item"), tool("two", "SELECT 1 AS two"));

    @BeforeEach
    void served() {
        inputs.evaluated(shop.evaluation(revision(7)));
        inputs.replicas(Shop.KEY, replicas(serving("shop-0", revision(7)), serving("shop-1", revision(7))));
    }

    @Test
    void aRefusalByOneDatabaseLeavesTheDefinitionReady() {
        see(serving("shop-0", revision(7)), complaining("shop-1", revision(7), 1));
        var status = status(false);
        assertThat(Conditions.holds(status.conditions(), ConditionTypes.READY, generation()))
                .isTrue();
        assertThat(unverified(status)).hasValueSatisfying(condition -> {
            assertThat(condition.status()).isEqualTo(Status.True);
            assertThat(condition.reason()).isEqualTo("StatementUnverified");
            assertThat(condition.message())
                    .isEqualTo("spec.statement.text 2:3: the database of server " + Shop.KEY
                            + " refuses the statement: " + WORDS);
        });
    }

    @Test
    void onlyTheLeafIsAffectedAndOnlyOnce() {
        affected.clear();
        see(serving("shop-0", revision(7)), complaining("shop-1", revision(7), 1));
        see(complaining("shop-0", revision(7), 1), complaining("shop-1", revision(7), 1));
        assertThat(affected).containsExactly("Tool default/one");
        affected.clear();
        see(complaining("shop-0", revision(7), 1), serving("shop-1", revision(7)));
        assertThat(affected).isEmpty();
    }

    @Test
    void itIsGoneOnceNoReplicaComplains() {
        see(complaining("shop-0", revision(7), 1));
        see(serving("shop-0", revision(7)));
        assertThat(unverified(status(false))).isEmpty();
    }

    @Test
    void aComplaintOfAnotherGenerationOrRevisionIsNone() {
        see(complaining("shop-0", revision(7), 2), complaining("shop-1", revision(6), 1));
        assertThat(unverified(status(false))).isEmpty();
    }

    @Test
    void aStatementInAConfigMapIsNotQuoted() {
        see(complaining("shop-0", revision(7), 1));
        assertThat(unverified(status(true)).orElseThrow().message())
                .contains("2:3", "validate --connect")
                .doesNotContain("nmae");
    }

    /** The API publishes one document for all of the operations. */
    @Test
    void changedDocumentIsReportedOnceForAllItems() {
        var pets = Shop.of(
                "{auth: {mode: Anonymous}, adapters: [{name: api, engine: Http, url: \"https://api.example.com\"}]}",
                """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: one}
                spec:
                  serverRefs: [{name: shop}]
                  openapi:
                    adapter: api
                    published: {path: /openapi.json}
                    document: {inline: '{"openapi": "3.1.0", "paths": {"/a": {"get": {}}, "/b": {"get": {}}}}'}
                """);
        inputs.evaluated(pets.evaluation(revision(8)));
        var changed = new Unverified(1, "the document has changed", Optional.empty());
        see(Shop.answering(
                "shop-0",
                new ReplicaAnswer(
                        Optional.of(revision(8)),
                        Map.of(),
                        List.of(),
                        Map.of("Tool default/one item get-a", changed, "Tool default/one item get-b", changed),
                        OptionalLong.empty())));
        assertThat(unverified(status(pets, true)).orElseThrow().message())
                .isEqualTo(
                        "2 items: spec.openapi.published: on server %s: the document has changed".formatted(Shop.KEY));
    }

    private static Optional<Condition> unverified(LeafStatus status) {
        return Conditions.find(status.conditions(), "StatementUnverified");
    }

    private LeafStatus status(boolean refersToText) {
        return status(shop, refersToText);
    }

    private LeafStatus status(Shop shop, boolean refersToText) {
        var leaf = shop.leaves().stream()
                .filter(it -> it.key().name().equals("one"))
                .map(it -> new ObservedLeaf(
                        it.key(), it.version(), it.generation(), it.servers(), refersToText, it.status(), false))
                .findFirst()
                .orElseThrow();
        var server = new NamedServer(Shop.KEY, true, inputs.of(Shop.KEY));
        return LeafReport.of(leaf, List.of(server), Shop.trusted(leaf.status()), NOON)
                .status()
                .orElseThrow();
    }

    private long generation() {
        return shop.leaves().getFirst().generation();
    }

    private void see(Replicas.Replica... running) {
        inputs.replicas(Shop.KEY, replicas(running));
    }

    private Replicas.Replica complaining(String pod, Revision revision, long generation) {
        var refusedByDatabase = new Unverified(generation, WORDS, Optional.of("SELECT id,\n  ".length()));
        return Shop.answering(
                pod,
                new ReplicaAnswer(
                        Optional.of(revision),
                        Map.of(),
                        List.of(),
                        Map.of("Tool default/one", refusedByDatabase),
                        OptionalLong.empty()));
    }
}
