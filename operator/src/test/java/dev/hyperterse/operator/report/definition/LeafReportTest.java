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
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.model.ObjectVersion;
import dev.hyperterse.operator.model.ObservedLeaf;
import dev.hyperterse.operator.report.Shop;
import dev.hyperterse.operator.report.condition.Conditions;
import dev.hyperterse.operator.report.condition.PreviousStatus;
import dev.hyperterse.operator.report.condition.StatusDecision;
import dev.hyperterse.operator.report.definition.LeafOnServer.NamedServer;
import dev.hyperterse.operator.report.replica.LeafProgress;
import dev.hyperterse.operator.report.replica.ObjectProgress;
import dev.hyperterse.operator.report.replica.Replicas;
import dev.hyperterse.operator.report.server.ServerStatusInputs;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LeafReportTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final ServerKey SHOP = new ServerKey("shop", "shop");
    private static final ServerKey OTHER = new ServerKey("other", "shop");
    private static final Optional<Revision> REVISION = Optional.of(new Revision("epoch", 7, "digest"));
    private static final EvaluationResult SUSPENDED = new EvaluationResult.Refuse(Reason.Suspended, List.of());

    @Test
    void servedEverywhereIsReady() {
        var status = report(leaf(1, SHOP), NOON, reached(SHOP, 1));
        assertThat(ready(status)).isEqualTo("True Serving 1");
        assertThat(status.serving()).contains("1/1");
        assertThat(status.servers().getFirst().servedGeneration()).contains(1L);
        assertThat(types(status)).containsExactly("Ready");
    }

    @Test
    void aDefinitionServedWithinASecondIsNotReportedBefore() {
        var outcome = outcome(leaf(1, SHOP), List.of(underway(SHOP, 1, true)), NOON.plusMillis(400));
        assertThat(outcome.status()).isEmpty();
        assertThat(outcome.again()).contains(Duration.ofMillis(600));
    }

    @Test
    void afterASecondItIsReconciling() {
        var status = report(leaf(1, SHOP), NOON.plusSeconds(1), underway(SHOP, 1, true));
        assertThat(ready(status)).isEqualTo("False Propagating 1");
        assertThat(types(status)).containsExactly("Ready", "Reconciling");
    }

    @Test
    void withoutReplicasItIsUnknown() {
        var status = report(leaf(1, SHOP), NOON.plusSeconds(20), underway(SHOP, 1, false));
        assertThat(ready(status)).isEqualTo("Unknown NoReadyReplicas 1");
    }

    @Test
    void theFirstStatusOfADefinitionWaitsForReplicasToStart() {
        var outcome = outcome(leaf(1, SHOP), List.of(underway(SHOP, 1, false)), NOON.plusSeconds(7));
        assertThat(outcome).isEqualTo(StatusDecision.leaveFor(Duration.ofSeconds(13)));
    }

    @Test
    void anEditOfADefinitionWithoutReplicasIsReportedAtOnce() {
        var first = report(leaf(1, SHOP), NOON.plusSeconds(20), underway(SHOP, 1, false));
        var edited = report(with(leaf(2, SHOP), first), NOON, underway(SHOP, 2, false));
        assertThat(ready(edited)).isEqualTo("Unknown NoReadyReplicas 2");
    }

    @Test
    void readyIsReadyOnEveryServerThatIsNamed() {
        var leaf = leaf(1, SHOP, OTHER);
        assertThat(ready(report(leaf, NOON, reached(SHOP, 1), reached(OTHER, 1))))
                .isEqualTo("True Serving 1");
        var half = report(leaf, NOON.plusSeconds(2), reached(SHOP, 1), underway(OTHER, 1, true));
        assertThat(ready(half)).isEqualTo("False Propagating 1");
        assertThat(half.serving()).contains("1/2");
        var refused = report(leaf, NOON, reached(SHOP, 1), noServer(OTHER));
        assertThat(ready(refused)).isEqualTo("False ServerNotFound 1");
        assertThat(refused.servers()).extracting(LeafServer::namespace).containsExactly("shop", "other");
    }

    @Test
    void aVersionThatNoServerHasEvaluatedYetChangesNothing() {
        var place = reached(SHOP, 1);
        assertThat(outcome(leaf(2, SHOP), List.of(place), NOON)).isEqualTo(StatusDecision.leave());
    }

    @Test
    void aMistakeIsStalledAtOnceAndTheLastGoodVersionIsNamed() {
        var problem = Reason.InvalidStatement.problem("spec.statement.text", "rule", "it is wrong", "mend it");
        var result = new EvaluationResult.KeepLastGood(served(1), List.of(problem));
        var place = place(SHOP, standing(identity(2), result, REVISION, true), true);
        var status = report(leaf(2, SHOP), NOON, place);
        assertThat(ready(status)).isEqualTo("False InvalidStatement 2");
        assertThat(types(status)).containsExactly("Ready", "Stalled");
        var entry = status.servers().getFirst();
        assertThat(entry.generation()).contains(2L);
        assertThat(entry.servedGeneration()).contains(1L);
        assertThat(onServer(status))
                .containsExactly(
                        "Accepted False InvalidStatement", "ResolvedRefs True Sound", "Serving True LastGoodVersion");
    }

    @Test
    void aLeafWithoutAGoodVersionReportsItsProblem() {
        var problem = Reason.InvalidStatement.problem(
                "spec.statement.text", "inputs", "there is no input x", "declare it in inputs");
        var result = new EvaluationResult.Refuse(Reason.NoLastGoodVersion, List.of(problem));
        var place = place(SHOP, standing(identity(1), result, Optional.empty(), false), true);
        var status = report(leaf(1, SHOP), NOON, place);
        assertThat(ready(status)).isEqualTo("False InvalidStatement 1");
        assertThat(types(status)).containsExactly("Ready", "Stalled");
        assertThat(onServer(status))
                .containsExactly(
                        "Accepted False InvalidStatement",
                        "ResolvedRefs True Sound",
                        "Serving False NoLastGoodVersion");
    }

    @Test
    void whyTheLastGoodVersionDidNotStayIsSaidUntilTheNextEdit() {
        var mistake = Reason.InvalidStatement.problem("spec.statement.text", "rule", "it is wrong", "mend it");
        var lessStrict = Reason.LastGoodLessStrict.problem("spec.inputs", "rule", "it is less strict", "mend it");
        var taken = new EvaluationResult.Refuse(Reason.LastGoodLessStrict, List.of(mistake, lessStrict));
        var first =
                report(leaf(2, SHOP), NOON, place(SHOP, standing(identity(2), taken, Optional.empty(), false), true));
        assertThat(ready(first)).isEqualTo("False InvalidStatement 2");
        assertThat(onServer(first))
                .containsExactly(
                        "Accepted False InvalidStatement",
                        "ResolvedRefs True Sound",
                        "Serving False LastGoodLessStrict");

        var gone = new EvaluationResult.Refuse(Reason.NoLastGoodVersion, List.of(mistake));
        var again = report(
                with(leaf(2, SHOP), first),
                NOON.plusSeconds(60),
                place(SHOP, standing(identity(2), gone, Optional.empty(), false), true));
        assertThat(again.servers()).isEqualTo(first.servers());

        var edited = report(
                with(leaf(3, SHOP), again),
                NOON.plusSeconds(90),
                place(SHOP, standing(identity(3), gone, Optional.empty(), false), true));
        assertThat(onServer(edited)).contains("Serving False NoLastGoodVersion");
    }

    @Test
    void aTransientFailureIsReconcilingForFiveMinutesAndThenStalled() {
        var leaf = leaf(1, SHOP);
        var first = outcome(leaf, List.of(noServer(SHOP)), NOON);
        var status = first.status().orElseThrow();
        assertThat(types(status)).containsExactly("Ready", "Reconciling");
        assertThat(first.again()).contains(Duration.ofMinutes(5));

        var later = outcome(with(leaf, status), List.of(noServer(SHOP)), NOON.plusSeconds(299));
        assertThat(later.status()).contains(status);
        assertThat(later.again()).contains(Duration.ofSeconds(1));

        var stalled = report(with(leaf, status), NOON.plusSeconds(300), noServer(SHOP));
        assertThat(types(stalled)).containsExactly("Ready", "Stalled");
        assertThat(report(with(leaf, stalled), NOON.plusSeconds(900), noServer(SHOP)))
                .isEqualTo(stalled);
    }

    @Test
    void aDefinitionThatAnEarlierOperatorSawServedStaysReady() {
        var leaf = leaf(1, SHOP);
        var status = report(leaf, NOON, reached(SHOP, 1));
        var inherited = place(
                SHOP,
                LeafProgress.evaluated(identity(1), new EvaluationResult.Serve(served(1)), REVISION, NOON, true),
                false);
        assertThat(report(with(leaf, status), NOON.plusSeconds(60), inherited)).isEqualTo(status);
        assertThat(ready(report(leaf, NOON.plusSeconds(60), inherited))).isEqualTo("Unknown NoReadyReplicas 1");
    }

    @Test
    void timesChangeWithTheStatusOfAConditionAndNotWithItsReason() {
        var leaf = leaf(1, SHOP);
        var unserved = report(leaf, NOON, noServer(SHOP));
        var slow = report(with(leaf, unserved), NOON.plusSeconds(30), underway(SHOP, 1, true));
        assertThat(slow.conditions().getFirst().lastTransitionTime()).isEqualTo("2026-01-01T12:00:00Z");
        var served = report(with(leaf, slow), NOON.plusSeconds(31), reached(SHOP, 1));
        assertThat(served.conditions().getFirst().lastTransitionTime()).isEqualTo("2026-01-01T12:00:31Z");
    }

    @Test
    void aTransientFailureIsNotReportedInTheFirstSecond() {
        var problem = Reason.ConfigMapNotFound.problem("spec.text", "exists", "there is no ConfigMap x", "create it");
        var result = new EvaluationResult.Refuse(Reason.ConfigMapNotFound, List.of(problem));
        var place = place(SHOP, standing(identity(1), result, Optional.empty(), false), true);
        var outcome = outcome(leaf(1, SHOP), List.of(place), NOON.plusMillis(250));
        assertThat(outcome).isEqualTo(StatusDecision.leaveFor(Duration.ofMillis(750)));
        var status = report(leaf(1, SHOP), NOON.plusSeconds(1), place);
        assertThat(ready(status)).isEqualTo("False ConfigMapNotFound 1");
        assertThat(types(status)).containsExactly("Ready", "Reconciling");
        assertThat(status.servers().getFirst().conditions())
                .extracting(it -> it.type() + " " + it.status())
                .containsExactly("Accepted True", "ResolvedRefs False", "Serving False");
    }

    @Test
    void aPublishedDefinitionThatIsNeverServedStalls() {
        var leaf = leaf(1, SHOP);
        var slow = report(leaf, NOON.plusSeconds(1), underway(SHOP, 1, true));
        var stuck = report(with(leaf, slow), NOON.plusSeconds(301), underway(SHOP, 1, true));
        assertThat(ready(stuck)).isEqualTo("False Propagating 1");
        assertThat(types(stuck)).containsExactly("Ready", "Stalled");
    }

    @Test
    void theGracePeriodBeginsWithTheFirstReplica() {
        var standing =
                LeafProgress.evaluated(identity(1), new EvaluationResult.Serve(served(1)), REVISION, NOON, false);
        var place = place(SHOP, standing, Optional.of(NOON.plusSeconds(60)), false);
        assertThat(outcome(leaf(1, SHOP), List.of(place), NOON.plusSeconds(60)))
                .isEqualTo(StatusDecision.leaveFor(Duration.ofSeconds(1)));
    }

    @Test
    void aDefinitionThatARuntimeRefusesIsNotReadyAndNamesTheRuntime() {
        var refusal = Optional.of(new Replicas.Refusal("0.9.0", "it needs streams"));
        var standing = new LeafProgress(
                identity(1),
                new EvaluationResult.Serve(served(1)),
                REVISION,
                NOON,
                false,
                false,
                refusal,
                Optional.empty());
        var status = report(leaf(1, SHOP), NOON, place(SHOP, standing, true));
        assertThat(ready(status)).isEqualTo("False RefusedByRuntime 1");
        assertThat(types(status)).containsExactly("Ready", "Reconciling");
        assertThat(status.conditions().getFirst().message())
                .isEqualTo("runtime 0.9.0 cannot serve it: it needs streams; upgrade the runtime of the server");
        var entry = status.servers().getFirst();
        assertThat(entry.servedGeneration()).isEmpty();
        assertThat(entry.conditions())
                .extracting(it -> it.type() + " " + it.status() + " " + it.reason())
                .contains("Serving False RefusedByRuntime");
    }

    @Test
    void aFailingServerIsReportedToDefinitionsOfItsNamespace() {
        var failure = failure(Reason.OperatorForbidden);
        var own = failing(SHOP, failure);
        assertThat(outcome(leaf(1, SHOP), List.of(own), NOON.plusMillis(500)))
                .isEqualTo(StatusDecision.leaveFor(Duration.ofMillis(500)));
        var status = report(leaf(1, SHOP), NOON.plusSeconds(1), own);
        assertThat(ready(status)).isEqualTo("Unknown OperatorForbidden 1");
        assertThat(types(status)).containsExactly("Ready", "Reconciling");

        var foreign = failing(OTHER, failure);
        assertThat(outcome(leaf(1, OTHER), List.of(foreign), NOON.plusSeconds(9)))
                .isEqualTo(StatusDecision.leave());
    }

    @Test
    void aServedDefinitionStaysReadyWhileTheServerCannotEvaluate() {
        var leaf = leaf(1, SHOP);
        var served = with(leaf, report(leaf, NOON, reached(SHOP, 1)));
        var failure = failure(Reason.PublicationFailed);
        var place = failing(SHOP, failure);
        assertThat(outcome(served, List.of(place), NOON.plusSeconds(600))).isEqualTo(StatusDecision.leave());
    }

    /** An outage of its server does not take away what a leaf is attached to. */
    @Test
    void anEntryOfAnotherWriterStaysUnverified() {
        var leaf = leaf(1, SHOP);
        var claimed = report(leaf, NOON, reached(SHOP, 1));
        var failure = failure(Reason.PublicationFailed);
        var place = failing(SHOP, failure);
        var untrusted = new PreviousStatus<>(Optional.of(claimed), false, Optional.of(claimed));
        var status = LeafReport.of(leaf, List.of(place), untrusted, NOON.plusSeconds(600))
                .status()
                .orElseThrow();
        var entry = status.servers().getFirst();
        assertThat(entry.name()).isEqualTo(SHOP.name());
        assertThat(entry.servedGeneration()).isEmpty();
        assertThat(entry.conditions())
                .hasSameSizeAs(claimed.servers().getFirst().conditions())
                .extracting(Condition::status)
                .doesNotContain(Status.True);
    }

    /** The API takes fewer there, and a status that is too long could never be written. */
    @Test
    void conditionsOfOtherWritersDoNotStayInAnEntry() {
        var leaf = leaf(1, SHOP);
        var written = report(leaf, NOON, reached(SHOP, 1));
        var entry = written.servers().getFirst();
        var ours = entry.conditions();
        var theirs = IntStream.range(0, 8)
                .mapToObj(at -> new Condition(
                        "Theirs" + at, Status.True, Optional.of(1L), NOON.toString(), "Audited", "by others"))
                .toList();
        var edited = new LeafServer(
                entry.namespace(),
                entry.name(),
                entry.toolName(),
                entry.generation(),
                entry.servedGeneration(),
                entry.items(),
                Stream.concat(ours.stream(), theirs.stream()).toList());
        var status =
                new LeafStatus(written.observedGeneration(), written.serving(), written.conditions(), List.of(edited));
        assertThat(report(with(leaf, status), NOON, reached(SHOP, 1))
                        .servers()
                        .getFirst()
                        .conditions())
                .isEqualTo(ours);
    }

    @Test
    void aServerThatIsNoLongerNamedHasNoEntryAnyMore() {
        var both = leaf(1, SHOP, OTHER);
        var status = report(both, NOON, reached(SHOP, 1), reached(OTHER, 1));
        var one = with(leaf(2, SHOP), status);
        assertThat(report(one, NOON, reached(SHOP, 2)).servers())
                .extracting(LeafServer::namespace)
                .containsExactly("shop");
    }

    @Test
    void aLeafThatNamesNoServerIsStalled() {
        var status = report(leaf(1), NOON);
        assertThat(ready(status)).isEqualTo("False NoServers 1");
        assertThat(types(status)).containsExactly("Ready", "Stalled");
        assertThat(status.serving()).contains("0/0");
    }

    /** Issue 17, F7: with False, everything that follows kstatus waited for it for ever. */
    @Test
    void aSuspendedDefinitionIsReadyOnceNoReplicaServesIt() {
        var leaf = leaf(1, SHOP);
        var slow = report(leaf, NOON.plusSeconds(1), suspended(false, true));
        assertThat(ready(slow)).isEqualTo("False Propagating 1");
        assertThat(types(slow)).containsExactly("Ready", "Reconciling");
        assertThat(serving(slow)).isEqualTo("Unknown Propagating");

        var status = report(with(leaf, slow), NOON.plusSeconds(2), suspended(true, true));
        assertThat(ready(status)).isEqualTo("True Suspended 1");
        assertThat(types(status)).containsExactly("Ready");
        assertThat(status.serving()).contains("0/1");
        assertThat(serving(status)).isEqualTo("False Suspended");
        // The next leader has seen no replica yet.
        assertThat(report(with(leaf, status), NOON.plusSeconds(9), suspended(false, true)))
                .isEqualTo(status);
        assertThat(ready(report(leaf, NOON, suspended(false, false)))).isEqualTo("True Suspended 1");
    }

    @Test
    void aSuspendedLeafStaysNotReadyWhileAServerStillServesIt() {
        var other = place(OTHER, standing(identity(1), SUSPENDED, REVISION, true), true);
        var status = report(leaf(1, SHOP, OTHER), NOON.plusSeconds(1), suspended(false, true), other);
        assertThat(ready(status)).isEqualTo("False Propagating 1");
    }

    @Test
    void aLeafOfAServerThatIsScaledToZeroIsReady() {
        var waiting = standing(identity(1), new EvaluationResult.Serve(served(1)), REVISION, false);
        var asleep = place(SHOP, waiting, Optional.empty(), true);
        var status = report(leaf(1, SHOP), NOON, asleep);
        assertThat(ready(status)).isEqualTo("True ScaledToZero 1");
        assertThat(types(status)).containsExactly("Ready");
        assertThat(serving(status)).isEqualTo("Unknown ScaledToZero");
        // Its last pod still serves.
        var ending = place(SHOP, waiting, Optional.of(NOON), true);
        assertThat(ready(report(leaf(1, SHOP), NOON.plusSeconds(1), ending))).isEqualTo("False Propagating 1");
    }

    private static NamedServer suspended(boolean reached, boolean replicas) {
        return place(SHOP, standing(identity(1), SUSPENDED, REVISION, reached), replicas);
    }

    private static String serving(LeafStatus status) {
        return status.servers().getFirst().conditions().stream()
                .filter(it -> it.type().equals("Serving"))
                .map(it -> it.status() + " " + it.reason())
                .findFirst()
                .orElseThrow();
    }

    private static LeafStatus report(ObservedLeaf leaf, Instant now, NamedServer... servers) {
        return outcome(leaf, List.of(servers), now).status().orElseThrow();
    }

    private static StatusDecision<LeafStatus> outcome(ObservedLeaf leaf, List<NamedServer> servers, Instant now) {
        return LeafReport.of(leaf, servers, Shop.trusted(leaf.status()), now);
    }

    private static String ready(LeafStatus status) {
        var ready = Conditions.find(status.conditions(), "Ready").orElseThrow();
        assertThat(ready.status()).isNotEqualTo(Status.Unrecognized);
        return ready.status() + " " + ready.reason() + " "
                + ready.observedGeneration().orElseThrow();
    }

    private static List<String> onServer(LeafStatus status) {
        return status.servers().getFirst().conditions().stream()
                .map(it -> it.type() + " " + it.status() + " " + it.reason())
                .toList();
    }

    private static List<String> types(LeafStatus status) {
        return status.conditions().stream().map(Condition::type).toList();
    }

    private static NamedServer reached(ServerKey server, long generation) {
        return place(
                server,
                standing(identity(generation), new EvaluationResult.Serve(served(generation)), REVISION, true),
                true);
    }

    private static NamedServer underway(ServerKey server, long generation, boolean replicas) {
        return place(
                server,
                standing(identity(generation), new EvaluationResult.Serve(served(generation)), REVISION, false),
                replicas);
    }

    private static Problem failure(Reason reason) {
        return reason.problem("HyperterseServer shop/shop", "publishable", "it is so", "wait");
    }

    private static NamedServer noServer(ServerKey server) {
        return new NamedServer(server, false, ServerStatusInputs.UNKNOWN);
    }

    private static NamedServer place(ServerKey server, LeafProgress standing, boolean replicas) {
        var servableSince = replicas ? Optional.of(NOON) : Optional.<Instant>empty();
        return place(server, standing, servableSince, false);
    }

    private static NamedServer place(
            ServerKey server, LeafProgress standing, Optional<Instant> servableSince, boolean asleep) {
        var inputs = new ServerStatusInputs(
                Optional.empty(),
                Map.of(LeafKey.of(standing.identity()), new ObjectProgress(List.of(standing))),
                Replicas.NONE,
                servableSince,
                asleep ? Optional.of(Shop.scaledToZero()) : Optional.empty(),
                Optional.empty());
        return new NamedServer(server, true, inputs);
    }

    private static NamedServer failing(ServerKey server, Problem failure) {
        return new NamedServer(server, true, ServerStatusInputs.UNKNOWN.failed(failure, NOON));
    }

    private static ObservedLeaf leaf(long generation, ServerKey... servers) {
        return new ObservedLeaf(
                new LeafKey(LeafKind.Prompt, "shop", "greet"),
                new ObjectVersion("uid", "1"),
                generation,
                new LinkedHashSet<>(List.of(servers)),
                false,
                Optional.empty(),
                false);
    }

    private static LeafProgress standing(
            LeafIdentity identity, EvaluationResult result, Optional<Revision> since, boolean reached) {
        return new LeafProgress(identity, result, since, NOON, false, reached, Optional.empty(), Optional.empty());
    }

    private static ObservedLeaf with(ObservedLeaf leaf, LeafStatus status) {
        return Shop.with(leaf, Optional.of(status));
    }

    private static LeafIdentity identity(long generation) {
        return new LeafIdentity(LeafKind.Prompt, "shop", "greet", "uid", generation);
    }

    private static PromptLeaf served(long generation) {
        return new PromptLeaf(
                identity(generation),
                "greet",
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
