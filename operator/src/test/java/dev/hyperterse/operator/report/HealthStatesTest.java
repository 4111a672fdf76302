package dev.hyperterse.operator.report;

import static dev.hyperterse.operator.report.Shop.replicas;
import static dev.hyperterse.operator.report.Shop.revision;
import static dev.hyperterse.operator.report.Shop.serving;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.operator.report.definition.LeafOnServer.NamedServer;
import dev.hyperterse.operator.report.definition.LeafReport;
import dev.hyperterse.operator.report.replica.ReplicaAnswer;
import dev.hyperterse.operator.report.replica.Replicas;
import dev.hyperterse.operator.report.server.ServerReport;
import dev.hyperterse.operator.report.server.ServerStatusInputs;
import dev.hyperterse.operator.workload.state.WorkloadState;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * The objects that GitOps tools are tested with have the statuses that this operator writes; {@code -Dgolden.update=true}
 * rewrites them.
 */
class HealthStatesTest {
    private static final Path STATES =
            Path.of("..", "argocd", "resource_customizations", "hyperterse.dev", "_", "testdata");
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final String SOUND = Shop.tool("number", "SELECT 1 AS one");
    private static final String SUSPENDED = SOUND + "  suspend: true\n";
    private static final String FAULTY = Shop.tool("number", "SELECT {{ inputs.none }}");

    private final Map<String, ObjectNode> states = new TreeMap<>();

    @Test
    void areAsTheOperatorWritesThem() throws Exception {
        tools();
        servers();
        if (Boolean.getBoolean("golden.update")) {
            for (var state : states.entrySet()) {
                Files.writeString(STATES.resolve(state.getKey() + ".yaml"), Serialization.asYaml(state.getValue()));
            }
        }
        for (var state : states.entrySet()) {
            assertThat(STATES.resolve(state.getKey() + ".yaml"))
                    .content()
                    .isEqualTo(Serialization.asYaml(state.getValue()));
        }
        try (var files = Files.list(STATES)) {
            assertThat(files.map(it -> it.getFileName().toString().replace(".yaml", "")))
                    .containsExactlyInAnyOrderElementsOf(states.keySet());
        }
    }

    private void tools() {
        UnaryOperator<ServerStatusInputs> behind = it -> it.seen(replicas(serving("shop-0", revision(6))), NOON);
        UnaryOperator<ServerStatusInputs> reached = it -> it.seen(replicas(serving("shop-0", revision(7))), NOON);
        UnaryOperator<ServerStatusInputs> asleep = it -> it.runs(Shop.scaledToZero());
        var fresh = states.computeIfAbsent("new", _ -> tool(SOUND, reached));
        fresh.remove("status");
        states.put("ready", tool(SOUND, reached));
        states.put("propagating", tool(SOUND, behind));
        states.put("no-replicas", tool(SOUND, UnaryOperator.identity()));
        states.put("server-without-replicas", tool(SOUND, asleep));
        states.put("stalled", tool(FAULTY, reached));
        states.put("suspending", tool(SUSPENDED, behind));
        states.put("suspended", tool(SUSPENDED, reached));
        states.put("unverified", tool(SOUND, it -> it.seen(complaining(), NOON)));
        states.put("edited", states.get("ready").deepCopy());
        generation(states.get("edited"), 2);
        // No operator writes conditions of two generations but while a server cannot be evaluated.
        states.put("older-condition", states.get("stalled").deepCopy());
        generation(states.get("older-condition"), 2);
        ((ObjectNode) states.get("older-condition").get("status")).put("observedGeneration", 2);
        states.put("deleting", states.get("ready").deepCopy());
        ((ObjectNode) states.get("deleting").get("metadata")).put("deletionTimestamp", NOON.toString());
    }

    private void servers() {
        states.put("server-ready", server(Shop.runs(1), replicas(serving("shop-0", revision(7)))));
        states.put("server-rolling-out", server(Shop.rollsOut(1), replicas()));
        states.put("server-scaled-to-zero", server(Shop.scaledToZero(), replicas()));
    }

    private static ObjectNode tool(String text, UnaryOperator<ServerStatusInputs> seen) {
        var shop = Shop.sound(text);
        var inputs = seen.apply(ServerStatusInputs.UNKNOWN
                .withEvaluation(shop.evaluation(revision(7)), NOON)
                .runs(Shop.runs(1)));
        var leaf = shop.leaves().getFirst();
        var server = new NamedServer(Shop.KEY, true, inputs);
        var status = LeafReport.of(leaf, List.of(server), Shop.trusted(leaf.status()), NOON.plusSeconds(60))
                .status()
                .orElseThrow();
        return object(shop.tools().getFirst(), status);
    }

    private static ObjectNode server(WorkloadState workload, Replicas replicas) {
        var shop = Shop.sound(SOUND);
        var inputs = ServerStatusInputs.UNKNOWN
                .withEvaluation(shop.evaluation(revision(7)), NOON)
                .runs(workload)
                .seen(replicas, NOON);
        var status = ServerReport.of(
                        shop.server(), Shop.trusted(Optional.empty()), inputs, Optional.empty(), NOON.plusSeconds(60))
                .status()
                .orElseThrow();
        return object(shop.server(), status);
    }

    private static ObjectNode object(Object written, Object status) {
        var object = ApiSerialization.mapper().<ObjectNode>valueToTree(written);
        object.set("status", ApiSerialization.mapper().valueToTree(status));
        generation(object, 1);
        return object;
    }

    private static void generation(ObjectNode object, long generation) {
        ((ObjectNode) object.get("metadata")).put("generation", generation);
    }

    private static Replicas complaining() {
        var refusedByDatabase =
                new ReplicaAnswer.Unverified(1, "no such column: nmae (SQLITE_ERROR)", Optional.of("SELECT ".length()));
        var answer = new ReplicaAnswer(
                Optional.of(revision(7)),
                Map.of(),
                List.of(),
                Map.of("Tool default/number", refusedByDatabase),
                OptionalLong.empty());
        return replicas(Shop.answering("shop-0", answer));
    }
}
