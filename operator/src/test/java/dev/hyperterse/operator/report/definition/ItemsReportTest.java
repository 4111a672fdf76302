package dev.hyperterse.operator.report.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.compiler.EvaluationResult;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.LeafServer;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.crds.v1alpha1.shared.Condition.Status;
import dev.hyperterse.crds.v1alpha1.shared.ConditionTypes;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.model.ObjectVersion;
import dev.hyperterse.operator.model.ObservedLeaf;
import dev.hyperterse.operator.report.condition.Conditions;
import dev.hyperterse.operator.report.condition.PreviousStatus;
import dev.hyperterse.operator.report.definition.LeafOnServer.NamedServer;
import dev.hyperterse.operator.report.replica.LeafProgress;
import dev.hyperterse.operator.report.replica.ObjectProgress;
import dev.hyperterse.operator.report.replica.Replicas;
import dev.hyperterse.operator.report.server.ServerStatusInputs;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The status of an object that brings many definitions. */
class ItemsReportTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final ServerKey SHOP = new ServerKey("shop", "shop");
    private static final LeafIdentity OBJECT = new LeafIdentity(LeafKind.Tool, "shop", "pets", "uid", 2);
    private static final Problem CAUSE = Reason.InvalidOpenApi.problem("spec.openapi", "rule", "it is so", "");

    @ParameterizedTest
    @EnumSource
    void allServedIsReady(LeafKind kind) {
        var object = new LeafIdentity(kind, "shop", "pets", "uid", 2);
        var items = Stream.of("a", "b")
                .map(it -> progress(object.ofItem(it), new EvaluationResult.Serve(leaf(it, 2)), true))
                .toArray(LeafProgress[]::new);
        var status = decision(object, items).orElseThrow();
        assertThat(ready(status).status()).isEqualTo(Status.True);
        assertThat(status.serving()).contains("1/1");
        assertThat(entry(status).items()).contains(new LeafServer.Items(2, 0, List.of()));
        assertThat(entry(status).servedGeneration()).contains(2L);
    }

    @Test
    void oneRefusedItemIsNamedAndKeepsTheObjectFromBeingReady() {
        var status = status(served("a", true), refused("b", CAUSE), served("c", true));
        assertThat(ready(status)).satisfies(it -> {
            assertThat(it.status()).isEqualTo(Status.False);
            assertThat(it.reason()).isEqualTo("InvalidOpenApi");
            assertThat(it.message())
                    .startsWith("1 of 3 items are not served as they are written: spec.openapi: b: it is so");
        });
        assertThat(Conditions.find(status.conditions(), ConditionTypes.STALLED)).isPresent();
        assertThat(entry(status).items().orElseThrow()).satisfies(items -> {
            assertThat(items.served()).isEqualTo(2);
            assertThat(items.refused()).isEqualTo(1);
            assertThat(items.samples()).singleElement().satisfies(it -> {
                assertThat(it.name()).isEqualTo("b");
                assertThat(it.reason()).isEqualTo("InvalidOpenApi");
                assertThat(it.message().orElseThrow()).contains("it is so");
            });
        });
        assertThat(serving(status)).satisfies(it -> {
            assertThat(it.status()).isEqualTo(Status.True);
            assertThat(it.reason()).isEqualTo("SomeItems");
            assertThat(it.message()).isEqualTo("2 of 3 items are served");
        });
    }

    @Test
    void itemsOnTheirWayAreAwaited() {
        var status = status(served("a", true), served("b", false));
        assertThat(ready(status)).satisfies(it -> {
            assertThat(it.status()).isEqualTo(Status.False);
            assertThat(it.reason()).isEqualTo("Propagating");
        });
        assertThat(serving(status).status()).isEqualTo(Status.Unknown);
        assertThat(entry(status).items().orElseThrow().refused()).isZero();
    }

    @Test
    void aDocumentThatCannotBeReadIsReportedOnceBesideItemsThatStay() {
        var kept = progress(OBJECT.ofItem("a"), new EvaluationResult.KeepLastGood(leaf("a", 1), List.of(CAUSE)), true);
        var status = status(
                progress(OBJECT, new EvaluationResult.Refuse(Reason.InvalidOpenApi, List.of(CAUSE)), false), kept);
        assertThat(ready(status).message())
                .isEqualTo("1 of 1 items are not served as they are written: spec.openapi: it is so [rule]");
        assertThat(serving(status).status()).isEqualTo(Status.True);
        assertThat(entry(status).items().orElseThrow()).satisfies(items -> {
            assertThat(items.served()).isEqualTo(1);
            assertThat(items.refused()).isEqualTo(1);
        });
    }

    @Test
    void namesOfRefusedItemsAreBounded() {
        var status = status(IntStream.range(0, 500)
                .mapToObj(number -> refused("item-%03d".formatted(number), CAUSE))
                .toArray(LeafProgress[]::new));
        var items = entry(status).items().orElseThrow();
        assertThat(items.refused()).isEqualTo(500);
        assertThat(items.samples()).hasSize(8);
        assertThat(ready(status).message()).hasSizeLessThanOrEqualTo(1_024);
        assertThat(serving(status).status()).isEqualTo(Status.False);
    }

    @Test
    void itemsOfAnOlderGenerationSayNothing() {
        var older = new LeafIdentity(LeafKind.Tool, "shop", "pets", "uid", 1);
        var decision = decision(progress(older.ofItem("a"), new EvaluationResult.Serve(leaf("a", 1)), true));
        assertThat(decision).isEmpty();
    }

    private static LeafProgress served(String item, boolean reached) {
        return progress(OBJECT.ofItem(item), new EvaluationResult.Serve(leaf(item, 2)), reached);
    }

    private static LeafProgress refused(String item, Problem why) {
        return progress(
                OBJECT.ofItem(item), new EvaluationResult.Refuse(Reason.NoLastGoodVersion, List.of(why)), false);
    }

    private static LeafProgress progress(LeafIdentity identity, EvaluationResult result, boolean reached) {
        var since = result.served().map(_ -> new Revision("epoch", 1, "sha"));
        return new LeafProgress(
                identity, result, since, NOON.minusSeconds(60), false, reached, Optional.empty(), Optional.empty());
    }

    private static PromptLeaf leaf(String item, long generation) {
        return new PromptLeaf(
                new LeafIdentity(LeafKind.Tool, "shop", "pets", "uid", generation).ofItem(item),
                item,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static LeafStatus status(LeafProgress... leaves) {
        return decision(leaves).orElseThrow();
    }

    private static Optional<LeafStatus> decision(LeafProgress... leaves) {
        return decision(OBJECT, leaves);
    }

    private static Optional<LeafStatus> decision(LeafIdentity object, LeafProgress... leaves) {
        var inputs = new ServerStatusInputs(
                Optional.empty(),
                Map.of(LeafKey.of(object), new ObjectProgress(Stream.of(leaves).toList())),
                Replicas.NONE,
                Optional.of(NOON.minusSeconds(60)),
                Optional.empty(),
                Optional.empty());
        var observed = new ObservedLeaf(
                LeafKey.of(object), new ObjectVersion("uid", "1"), 2, Set.of(SHOP), false, Optional.empty(), false);
        return LeafReport.of(
                        observed,
                        List.of(new NamedServer(SHOP, true, inputs)),
                        new PreviousStatus<>(Optional.empty(), true, Optional.empty()),
                        NOON)
                .status();
    }

    private static Condition ready(LeafStatus status) {
        return Conditions.find(status.conditions(), ConditionTypes.READY).orElseThrow();
    }

    private static Condition serving(LeafStatus status) {
        return Conditions.find(entry(status).conditions(), ConditionTypes.SERVING)
                .orElseThrow();
    }

    private static LeafServer entry(LeafStatus status) {
        return status.servers().getFirst();
    }
}
