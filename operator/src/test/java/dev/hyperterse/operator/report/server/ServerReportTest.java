package dev.hyperterse.operator.report.server;

import static dev.hyperterse.operator.report.Shop.replicas;
import static dev.hyperterse.operator.report.Shop.revision;
import static dev.hyperterse.operator.report.Shop.serving;
import static dev.hyperterse.operator.report.Shop.silent;
import static dev.hyperterse.operator.report.Shop.tool;
import static dev.hyperterse.operator.report.Shop.unasked;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.operator.report.Shop;
import dev.hyperterse.operator.report.condition.Conditions;
import dev.hyperterse.operator.report.condition.StatusDecision;
import dev.hyperterse.operator.report.replica.ReplicaAnswer;
import dev.hyperterse.operator.report.replica.ReplicaAnswer.Connection;
import dev.hyperterse.operator.report.replica.ReplicaAnswer.Link;
import dev.hyperterse.operator.report.replica.Replicas;
import dev.hyperterse.operator.workload.state.Rollout;
import dev.hyperterse.operator.workload.state.WorkloadState;
import dev.hyperterse.operator.workload.state.WorkloadState.PendingUpgrade;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServerReportTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Problem NO_IMAGE = problem(Reason.ImagePullFailed);
    private static final Problem BUSY = problem(Reason.PublicationFailed);

    private final Shop shop = Shop.sound(tool("one", "SELECT 1 AS one"), tool("two", "SELECT {{ inputs.none }}"));
    private Optional<HyperterseServerStatus> before = Optional.empty();
    private ServerStatusInputs inputs = ServerStatusInputs.UNKNOWN;

    @Test
    void everythingIsAsItShouldBe() {
        evaluate(7);
        see(replicas(serving("shop-0", revision(7)), serving("shop-1", revision(7))));
        var status = report(NOON);
        assertThat(conditions(status))
                .containsExactly(
                        "Accepted True Sound",
                        "Programmed True Published",
                        "Available True Available",
                        "Converged True Converged",
                        "Ready True Available");
        assertThat(status.observedGeneration()).contains(1L);
        assertThat(status.url()).contains("http://shop.default.svc/mcp");
        assertThat(status.runtimeVersion()).contains("1.0.0");
        assertThat(status.selector())
                .contains("app.kubernetes.io/instance=shop,app.kubernetes.io/name=hyperterse-runtime");
        assertThat(status.replicas()).contains(2);
        assertThat(status.readyReplicas()).contains(2);
        assertThat(status.convergedReplicas()).contains(2);
        assertThat(status.converged()).contains("2/2");
        assertThat(status.behind()).isEmpty();
        assertThat(status.revision()).hasValueSatisfying(it -> {
            assertThat(it.sequence()).isEqualTo(7);
            assertThat(it.publishedAt()).contains("2026-01-01T12:00:00Z");
        });
        assertThat(status.attached()).contains(new HyperterseServerStatus.Attached(1, 0, 0));
        assertThat(status.rejected()).hasValueSatisfying(it -> {
            assertThat(it.count()).isEqualTo(1);
            assertThat(it.samples())
                    .containsExactly(new HyperterseServerStatus.Sample(
                            "Tool", "default", "two", Optional.empty(), "InvalidStatement"));
        });
    }

    @Test
    void onlyEvaluationsOfTheNewestGenerationAreReported() {
        assertThat(outcome(NOON)).isEqualTo(StatusDecision.leave());
        evaluate(7);
        shop.generation(2);
        assertThat(outcome(NOON)).isEqualTo(StatusDecision.leave());
    }

    @Test
    void readyWithoutReplicasIsSaidWithPatience() {
        evaluate(7);
        var status = report(NOON);
        assertThat(conditions(status))
                .contains(
                        "Available False NoReadyReplicas",
                        "Converged Unknown NoReadyReplicas",
                        "Ready False NoReadyReplicas",
                        "Reconciling True NoReadyReplicas");
        assertThat(outcome(NOON).again()).contains(Conditions.TRANSIENT_LIMIT);
        before = Optional.of(status);
        assertThat(conditions(report(NOON.plusSeconds(299)))).contains("Reconciling True NoReadyReplicas");
        assertThat(conditions(report(NOON.plusSeconds(300))))
                .contains("Stalled True NoReadyReplicas")
                .doesNotContain("Reconciling True NoReadyReplicas");
    }

    @Test
    void aServerScaledToZeroWaitsForNoReplica() {
        evaluate(7);
        var none = problem(Reason.ScaledToZero);
        inputs = inputs.runs(workload(1, Rollout.InProgress, none));
        assertThat(conditions(report(NOON))).contains("Ready False ScaledToZero", "Reconciling True ScaledToZero");
        // An autoscaler that may scale to zero asks for one at least.
        for (var rollout : List.of(Rollout.Complete, Rollout.Degraded)) {
            inputs = inputs.runs(workload(1, rollout, none));
            assertThat(conditions(report(NOON)))
                    .contains("Available False ScaledToZero", "Ready True ScaledToZero")
                    .noneMatch(it -> it.startsWith("Reconciling") || it.startsWith("Stalled"));
        }
    }

    @Test
    void readyOutlivesItsReplicasAndTheOperator() {
        evaluate(7);
        see(replicas(serving("shop-0", revision(7))));
        before = Optional.of(report(NOON));
        inputs = ServerStatusInputs.UNKNOWN;
        evaluate(7);
        see(replicas());
        assertThat(conditions(report(NOON.plusSeconds(60))))
                .contains(
                        "Available False NoReadyReplicas", "Ready True Available", "Reconciling True NoReadyReplicas");
        see(replicas(silent("shop-0", false)));
        assertThat(conditions(report(NOON.plusSeconds(90)))).contains("Ready True Available");
    }

    @Test
    void anOperatorThatStartsAgainChangesNothing() {
        evaluate(7);
        see(replicas(serving("shop-0", revision(7)), serving("shop-1", revision(7))));
        var status = report(NOON);
        before = Optional.of(status);
        inputs = ServerStatusInputs.UNKNOWN;
        see(replicas(unasked("shop-0", true), unasked("shop-1", true)));
        inputs = inputs.withEvaluation(shop.evaluation(revision(7)), NOON.plusSeconds(600));
        assertThat(outcome(NOON.plusSeconds(600))).isEqualTo(StatusDecision.leave());
        see(replicas(serving("shop-0", revision(7)), serving("shop-1", revision(7))));
        assertThat(outcome(NOON.plusSeconds(600))).isEqualTo(StatusDecision.leaveFor(Duration.ofSeconds(20)));
        inputs = inputs.runs(Shop.runs(1));
        assertThat(report(NOON.plusSeconds(600))).isEqualTo(status);
    }

    @Test
    void afterAnEditTheOldConditionStaysForASecond() {
        evaluate(7);
        see(replicas(serving("shop-0", revision(7))));
        before = Optional.of(report(NOON));
        shop.generation(2);
        evaluate(8);
        see(replicas());
        assertThat(outcome(NOON.plusMillis(300))).isEqualTo(StatusDecision.leaveFor(Duration.ofMillis(700)));
        assertThat(conditions(report(NOON.plusSeconds(1)))).contains("Reconciling True NoReadyReplicas");
        see(replicas(serving("shop-0", revision(8))));
        assertThat(conditions(report(NOON.plusMillis(300)))).contains("Ready True Available");
    }

    @Test
    void aMistakeIsStalledAtOnceAndTakesReadyAway() {
        evaluate(7);
        see(replicas(serving("shop-0", revision(7))));
        before = Optional.of(report(NOON));
        var faulty = Shop.of("{auth: {mode: Anonymous}, adapters: [{name: demo, engine: Sqlite, url: \"http://no\"}]}");
        faulty.generation(2);
        inputs = inputs.withEvaluation(faulty.evaluation(revision(8)), NOON);
        var status = outcome(faulty, before, NOON).status().orElseThrow();
        assertThat(conditions(status))
                .contains(
                        "Accepted False InvalidAdapter",
                        "Programmed True Published",
                        "Ready False InvalidAdapter",
                        "Stalled True InvalidAdapter");
    }

    @Test
    void aMissingReferenceIsReconcilingFirst() {
        var waiting =
                Shop.of("{auth: {mode: Anonymous}, adapters: [{name: demo, engine: Sqlite, url: \":memory:\", sqlite: {"
                        + " initSql: {configMapKeyRef: {name: demo, key: schema.sql}}}}]}");
        inputs = inputs.withEvaluation(waiting.evaluation(revision(7)), NOON);
        var first = outcome(waiting, before, NOON);
        assertThat(conditions(first.status().orElseThrow())).contains("Reconciling True ConfigMapNotFound");
        assertThat(first.again()).contains(Conditions.TRANSIENT_LIMIT);
        var later = outcome(waiting, first.status(), NOON.plus(Conditions.TRANSIENT_LIMIT));
        assertThat(conditions(later.status().orElseThrow()))
                .contains("Stalled True ConfigMapNotFound")
                .doesNotContain("Reconciling True ConfigMapNotFound");
    }

    @Test
    void aServerThatIsOpenByDefaultSaysSo() {
        var open = Shop.of("{}");
        inputs = inputs.withEvaluation(open.evaluation(revision(7)), NOON);
        var status = outcome(open, before, NOON).status().orElseThrow();
        assertThat(conditions(status)).contains("AnonymousAccess True AuthNotSet");
        evaluate(7);
        assertThat(conditions(report(NOON))).noneMatch(it -> it.startsWith("AnonymousAccess"));
    }

    @Test
    void aServerThatLetsEverybodyInBesideAPluginSaysSo() {
        var open = Shop.of("{auth: {mode: Required, required: [allow_all]}}");
        inputs = inputs.withEvaluation(open.evaluation(revision(7)), NOON);

        assertThat(conditions(outcome(open, before, NOON).status().orElseThrow()))
                .contains("AnonymousAccess True AllowAllRequired");
    }

    @Test
    void aServerWhoseRulesLookBackOnEachReplicaAloneSaysSo() {
        var rules = "rules: [{name: hourly, expression: \"history.count('list-orders', duration('1h')) < 9\"}]";
        var adapters = "adapters: [{name: demo, engine: Sqlite, url: \":memory:\"}]";
        var alone = Shop.of(
                "{auth: {mode: Anonymous, %s}, %s}".formatted(rules, adapters),
                Shop.tool("list-orders", "SELECT 1 AS n"));
        inputs = inputs.withEvaluation(alone.evaluation(revision(7)), NOON);
        assertThat(conditions(outcome(alone, before, NOON).status().orElseThrow()))
                .contains("SharedStateUnavailable True HistoryNotShared");
        evaluate(7);
        assertThat(conditions(report(NOON))).noneMatch(it -> it.startsWith("SharedStateUnavailable"));
    }

    @Test
    void aPodThatDoesNotAnswerLeavesConvergenceUnknown() {
        evaluate(7);
        see(replicas(serving("shop-0", revision(7)), silent("shop-1", true)));
        var status = report(NOON);
        assertThat(conditions(status)).contains("Converged Unknown ReplicaUnreachable", "Ready True Available");
        assertThat(status.converged()).contains("1/2");
        assertThat(status.behind()).containsExactly("shop-1");
    }

    @Test
    void atMostTenPodsAreNamed() {
        evaluate(7);
        see(replicas(IntStream.range(0, 12)
                .mapToObj(number -> serving("shop-%02d".formatted(number), revision(6)))
                .toArray(Replicas.Replica[]::new)));
        var status = report(NOON);
        assertThat(conditions(status)).contains("Converged False Propagating");
        assertThat(status.converged()).contains("0/12");
        assertThat(status.behind()).hasSize(10).startsWith("shop-00");
        assertThat(message(status, "Converged"))
                .isEqualTo("12 of 12 replicas do not serve the newest revision: shop-00, shop-01, shop-02, …");
    }

    @Test
    void atMostTwentyLeavesAreNamedAndAllAreCounted() {
        var many = Shop.sound(IntStream.range(0, 30)
                .mapToObj(number -> tool("tool-" + number, "SELECT {{ inputs.none }}"))
                .toArray(String[]::new));
        inputs = inputs.withEvaluation(many.evaluation(revision(7)), NOON);
        var rejected = outcome(many, before, NOON)
                .status()
                .flatMap(HyperterseServerStatus::rejected)
                .orElseThrow();
        assertThat(rejected.count()).isEqualTo(30);
        assertThat(rejected.samples()).hasSize(20);
    }

    /** Authors of other namespaces could fill the samples, and hide what the server's own definitions lack. */
    @Test
    void leavesThatTheServerDoesNotAdmitAreNotNamed() {
        var guest = tool("stranger", "SELECT 1 AS one")
                .replace("name: stranger}", "name: stranger, namespace: other}")
                .replace("{name: shop}", "{name: shop, namespace: default}");
        var mixed = Shop.sound(guest, tool("own", "SELECT {{ inputs.none }}"));
        assertThat(mixed.evaluation(revision(7)).compiled().results()).hasSize(2);
        inputs = inputs.withEvaluation(mixed.evaluation(revision(7)), NOON);
        var rejected = outcome(mixed, before, NOON)
                .status()
                .flatMap(HyperterseServerStatus::rejected)
                .orElseThrow();
        assertThat(rejected.count()).isEqualTo(1);
        assertThat(rejected.samples())
                .extracting(HyperterseServerStatus.Sample::name)
                .containsExactly("own");
    }

    @Test
    void aWorkloadThatIsHeldUpSaysWhy() {
        evaluate(7);
        inputs = inputs.runs(workload(NO_IMAGE));
        var status = report(NOON);
        assertThat(conditions(status))
                .contains(
                        "Available False ImagePullFailed",
                        "Ready False ImagePullFailed",
                        "Reconciling True ImagePullFailed");
        assertThat(message(status, "Available")).isEqualTo(NO_IMAGE.describe());
        see(replicas(serving("shop-0", revision(7))));
        assertThat(conditions(report(NOON)))
                .as("what runs serves, and is not all that was asked for")
                .contains(
                        "Available True Available", "Ready False ImagePullFailed", "Reconciling True ImagePullFailed");
    }

    @Test
    void onlyALastingFailureIsReported() {
        evaluate(7);
        see(replicas(serving("shop-0", revision(7))));
        var sound = report(NOON);
        before = Optional.of(sound);
        inputs = inputs.failed(BUSY, NOON);
        assertThat(outcome(NOON.plusMillis(400)))
                .isEqualTo(new StatusDecision<>(before, Optional.of(Duration.ofMillis(600))));
        var failing = report(NOON.plusSeconds(1));
        assertThat(conditions(failing))
                .contains(
                        "Programmed False PublicationFailed",
                        "Ready True Available",
                        "Reconciling True PublicationFailed");
        before = Optional.of(failing);
        inputs = inputs.failed(BUSY, NOON);
        assertThat(conditions(report(NOON.plusSeconds(301)))).contains("Stalled True PublicationFailed");
        evaluate(7);
        assertThat(conditions(report(NOON.plusSeconds(302)))).isEqualTo(conditions(sound));
    }

    @Test
    void aServerThatCannotBeEvaluatedSaysWhy() {
        inputs = inputs.failed(problem(Reason.OperatorForbidden), NOON);
        assertThat(outcome(NOON)).isEqualTo(StatusDecision.leaveFor(StatusDecision.GRACE));
        var status = report(NOON.plusSeconds(1));
        assertThat(conditions(status))
                .containsExactly(
                        "Programmed False OperatorForbidden",
                        "Available False NoReadyReplicas",
                        "Converged Unknown NothingPublished",
                        "Ready Unknown OperatorForbidden",
                        "Reconciling True OperatorForbidden");
    }

    @Test
    void adapterStatesOfPodsAreReportedTogether() {
        evaluate(7);
        var down = new Connection("demo", Link.DOWN, Optional.of("no such\nfile"));
        see(replicas(
                Shop.answering(
                        "shop-0",
                        new ReplicaAnswer(
                                Optional.of(revision(7)),
                                Map.of(),
                                List.of(new Connection("demo", Link.UP, Optional.empty())),
                                Map.of(),
                                OptionalLong.empty())),
                Shop.answering(
                        "shop-1",
                        new ReplicaAnswer(
                                Optional.of(revision(7)), Map.of(), List.of(down), Map.of(), OptionalLong.empty()))));
        var status = report(NOON);
        assertThat(status.adapters())
                .containsExactly(new HyperterseServerStatus.AdapterState(
                        "demo", HyperterseServerStatus.State.Degraded, Optional.of("no such file")));
        assertThat(status.connectedAdapters()).contains("0/1");
        assertThat(conditions(status)).as("a database never touches it").contains("Ready True Available");
    }

    @Test
    void sharedStateThatDoesNotAnswerEveryReplicaIsACondition() {
        var sharing =
                Shop.of("{auth: {mode: Anonymous}, adapters: [{name: limits, engine: Redis, url: \"redis://limits\"}], "
                        + "sharedState: {adapter: limits}}");
        inputs = inputs.withEvaluation(sharing.evaluation(revision(7)), NOON);
        var up = new Connection("sharedState", Link.UP, Optional.empty());
        var down = new Connection("sharedState", Link.DOWN, Optional.of("authentication failed"));
        see(replicas(sharingBy("shop-0", up), sharingBy("shop-1", down)));

        var status = outcome(sharing, before, NOON).status().orElseThrow();

        assertThat(conditions(status)).contains("SharedStateUnavailable True RatesNotShared");
        assertThat(status.conditions())
                .filteredOn(it -> it.type().equals("SharedStateUnavailable"))
                .allMatch(it -> it.message().endsWith("counts calls for itself: authentication failed"));
        assertThat(status.adapters()).extracting(it -> it.name()).containsExactly("limits", "sharedState");

        see(replicas(sharingBy("shop-0", up), sharingBy("shop-1", up)));
        var later = outcome(sharing, Optional.of(status), NOON.plusSeconds(600));
        assertThat(conditions(later.status().orElseThrow())).noneMatch(it -> it.startsWith("SharedState"));
    }

    private static Replicas.Replica sharingBy(String pod, Connection state) {
        return Shop.answering(
                pod,
                new ReplicaAnswer(Optional.of(revision(7)), Map.of(), List.of(state), Map.of(), OptionalLong.empty()));
    }

    @Test
    void replicasOnTheirWayBesideOthersAreNoTrouble() {
        readyInTheFirstGeneration();
        inputs = inputs.runs(workload(problem(Reason.PodsNotReady)));
        assertThat(conditions(report(NOON))).noneMatch(it -> it.startsWith("Reconciling"));
        see(replicas());
        assertThat(conditions(report(NOON))).contains("Available False PodsNotReady", "Reconciling True PodsNotReady");
    }

    @ParameterizedTest
    @EnumSource(names = {"Unschedulable", "CrashLooping", "ImagePullFailed", "PodsRefused", "RolloutStuck"})
    void anEditWhosePodsCannotRunIsNotReadyWhileOldPodsServe(Reason cause) {
        readyInTheFirstGeneration();
        shop.generation(2);
        inputs = inputs.withEvaluation(shop.evaluation(revision(7)), NOON);
        inputs = inputs.runs(workload(2, Rollout.InProgress, problem(cause)));
        var status = report(NOON);
        assertThat(conditions(status))
                .contains("Available True Available", "Ready False " + cause, "Reconciling True " + cause);
        assertThat(message(status, "Ready")).isEqualTo(problem(cause).describe());
        before = Optional.of(status);
        assertThat(conditions(report(NOON.plus(Conditions.TRANSIENT_LIMIT))))
                .contains("Available True Available", "Ready False " + cause, "Stalled True " + cause);
        inputs = inputs.runs(Shop.runs(2));
        assertThat(conditions(report(NOON.plusSeconds(600))))
                .contains("Ready True Available")
                .noneMatch(it -> it.startsWith("Stalled"));
    }

    /** A rollout of many pods takes its time, which is no part of the time that a reason has to go away. */
    @Test
    void reasonLateInALongRolloutHasItsWholeTimeToPass() {
        readyInTheFirstGeneration();
        shop.generation(2);
        inputs = inputs.withEvaluation(shop.evaluation(revision(7)), NOON);
        inputs = inputs.runs(workload(2, Rollout.InProgress, problem(Reason.RollingOut)));
        before = Optional.of(report(NOON));
        var late = NOON.plus(Conditions.TRANSIENT_LIMIT).plusSeconds(60);
        inputs = inputs.runs(workload(2, Rollout.InProgress, problem(Reason.Unschedulable)));
        before = Optional.of(report(late));
        assertThat(conditions(before.orElseThrow())).contains("Reconciling True Unschedulable");
        assertThat(conditions(report(late.plusSeconds(60)))).contains("Reconciling True Unschedulable");
        assertThat(conditions(report(late.plus(Conditions.TRANSIENT_LIMIT)))).contains("Stalled True Unschedulable");
    }

    @Test
    void anEditIsReadyOnceItsPodsHaveReplacedTheOldOnes() {
        readyInTheFirstGeneration();
        shop.generation(2);
        inputs = inputs.withEvaluation(shop.evaluation(revision(7)), NOON);
        for (var rollout : List.of(Rollout.Unobserved, Rollout.InProgress, Rollout.Degraded)) {
            inputs = inputs.runs(workload(2, rollout, problem(Reason.RollingOut)));
            assertThat(conditions(report(NOON))).contains("Ready False RollingOut", "Reconciling True RollingOut");
            assertThat(outcome(NOON).again())
                    .as("Kubernetes knows how long it may take")
                    .isEmpty();
        }
        inputs = inputs.runs(Shop.runs(2));
        assertThat(conditions(report(NOON)))
                .contains("Ready True Available")
                .noneMatch(it -> it.startsWith("Reconciling"));
    }

    @Test
    void aRolloutWithoutAnEditTakesReadyAwayOnlyWhenItCannotGoOn() {
        readyInTheFirstGeneration();
        inputs = inputs.runs(workload(1, Rollout.InProgress, problem(Reason.RollingOut)));
        assertThat(conditions(report(NOON))).contains("Ready True Available", "Reconciling True RollingOut");
        inputs = inputs.runs(workload(1, Rollout.InProgress, NO_IMAGE));
        var held = report(NOON);
        assertThat(conditions(held))
                .contains(
                        "Available True Available", "Ready False ImagePullFailed", "Reconciling True ImagePullFailed");
        before = Optional.of(held);
        inputs = inputs.runs(workload(1, Rollout.InProgress, problem(Reason.RollingOut)));
        assertThat(conditions(report(NOON))).contains("Ready False RollingOut");
        inputs = inputs.runs(Shop.runs(1));
        assertThat(conditions(report(NOON))).contains("Ready True Available");
    }

    @Test
    void crashesAndScalingDoNotTakeReadyAway() {
        readyInTheFirstGeneration();
        for (var cause : List.of(Reason.CrashLooping, Reason.Unschedulable)) {
            inputs = inputs.runs(workload(1, Rollout.Degraded, problem(cause)));
            assertThat(conditions(report(NOON))).contains("Ready True Available", "Reconciling True " + cause);
        }
        inputs = inputs.runs(workload(1, Rollout.Unobserved, problem(Reason.PodsNotReady)));
        assertThat(conditions(report(NOON)))
                .contains("Ready True Available")
                .noneMatch(it -> it.startsWith("Reconciling"));
    }

    /** Its old pods serve the newest catalog, and the upgrade does not get on: as with pods that cannot run. */
    @Test
    void upgradeThatTheApiServerRefusesTakesReadyAway() {
        readyInTheFirstGeneration();
        inputs = inputs.runs(forbidden(1, Rollout.Refused));
        assertThat(conditions(report(NOON)))
                .contains(
                        "Accepted True Sound",
                        "Available True Available",
                        "Ready False WorkloadForbidden",
                        "Reconciling True WorkloadForbidden");
        assertThat(message(report(NOON), "Ready")).contains("it is so");
        inputs = inputs.runs(Shop.runs(1));
        assertThat(conditions(report(NOON))).contains("Ready True Available");
    }

    @Test
    void refusedObjectBesideTheRightPodsLeavesAReachedGenerationReady() {
        readyInTheFirstGeneration();
        inputs = inputs.runs(forbidden(1, Rollout.Complete));
        assertThat(conditions(report(NOON))).contains("Ready True Available", "Reconciling True WorkloadForbidden");
    }

    @Test
    void refusedObjectKeepsANewGenerationFromBeingReady() {
        readyInTheFirstGeneration();
        shop.generation(2);
        inputs = inputs.withEvaluation(shop.evaluation(revision(7)), NOON).runs(forbidden(2, Rollout.Complete));
        assertThat(conditions(report(NOON)))
                .contains("Ready False WorkloadForbidden", "Reconciling True WorkloadForbidden");
        inputs = inputs.runs(Shop.runs(2));
        assertThat(conditions(report(NOON))).contains("Ready True Available");
    }

    private static WorkloadState forbidden(long generation, Rollout rollout) {
        return new WorkloadState(
                generation,
                List.of(problem(Reason.WorkloadForbidden)),
                rollout,
                Optional.empty(),
                Optional.of("1.0.0"),
                Optional.empty());
    }

    @Test
    void olderCrdsAreACondition() {
        readyInTheFirstGeneration();
        var outdated = ServerReport.of(shop.server(), Shop.trusted(before), inputs, Optional.of("Tool"), NOON)
                .status()
                .orElseThrow();
        assertThat(conditions(outdated)).contains("Ready True Available", "DefinitionsOutdated True SchemasDiffer");
        assertThat(message(outdated, "DefinitionsOutdated"))
                .contains("apply the CRDs of its version", "differ in: Tool");
        before = Optional.of(outdated);
        assertThat(conditions(report(NOON))).noneMatch(it -> it.startsWith("DefinitionsOutdated"));
    }

    @Test
    void serverThatDoesNotFollowTheOperatorYetSaysSoAndStaysReady() {
        readyInTheFirstGeneration();
        inputs = inputs.runs(behind(new PendingUpgrade("runtime:1", "runtime:2")));
        assertThat(conditions(report(NOON))).contains("Ready True Available", "UpgradePending True WaitsForItsTurn");
        inputs = inputs.runs(Shop.runs(1));
        assertThat(conditions(report(NOON))).noneMatch(it -> it.startsWith("UpgradePending"));
    }

    private static WorkloadState behind(PendingUpgrade upgrade) {
        var runs = Shop.runs(1);
        return new WorkloadState(
                runs.generation(),
                runs.problems(),
                runs.rollout(),
                runs.notReady(),
                runs.runtimeVersion(),
                Optional.of(upgrade));
    }

    private void readyInTheFirstGeneration() {
        evaluate(7);
        see(replicas(serving("shop-0", revision(7))));
        before = Optional.of(report(NOON));
        assertThat(conditions(before.get())).contains("Ready True Available");
    }

    @Test
    void aSpecThatCannotBeRunIsNotAccepted() {
        evaluate(7);
        see(replicas(serving("shop-0", revision(7))));
        var refused = new WorkloadState(
                1,
                List.of(problem(Reason.NotAllowedOverride)),
                Rollout.Complete,
                Optional.empty(),
                Optional.of("9"),
                Optional.empty());
        inputs = inputs.runs(refused);
        assertThat(conditions(report(NOON)))
                .contains(
                        "Accepted False NotAllowedOverride",
                        "Ready False NotAllowedOverride",
                        "Stalled True NotAllowedOverride");
        assertThat(report(NOON).runtimeVersion()).contains("9");
    }

    @Test
    void anEditIsNotReadyBeforeItIsKnownWhetherItCanRun() {
        evaluate(7);
        see(replicas(serving("shop-0", revision(7))));
        before = Optional.of(report(NOON));
        shop.generation(2);
        inputs = inputs.withEvaluation(shop.evaluation(revision(7)), NOON);
        assertThat(outcome(NOON)).isEqualTo(StatusDecision.leaveFor(Duration.ofSeconds(20)));
        assertThat(conditions(report(NOON.plusSeconds(20))))
                .contains("Ready False NotApplied", "Reconciling True NotApplied");

        inputs = inputs.runs(refused(2));
        var stalled = report(NOON);
        assertThat(conditions(stalled)).contains("Ready False InvalidWorkload", "Stalled True InvalidWorkload");

        before = Optional.of(stalled);
        shop.generation(3);
        inputs = inputs.withEvaluation(shop.evaluation(revision(7)), NOON);
        assertThat(outcome(NOON))
                .as("the mistake was of another generation")
                .isEqualTo(StatusDecision.leaveFor(Duration.ofSeconds(20)));
        inputs = inputs.runs(Shop.runs(3));
        assertThat(conditions(report(NOON)))
                .contains("Accepted True Sound", "Ready True Available")
                .noneMatch(it -> it.startsWith("Stalled"));
    }

    @Test
    void anOperatorThatStartsAgainDoesNotForgiveWhatCannotRun() {
        evaluate(7);
        see(replicas(serving("shop-0", revision(7))));
        inputs = inputs.runs(refused(1));
        var status = report(NOON);
        before = Optional.of(status);
        inputs = ServerStatusInputs.UNKNOWN;
        see(replicas(serving("shop-0", revision(7))));
        inputs = inputs.withEvaluation(shop.evaluation(revision(7)), NOON.plusSeconds(600));
        assertThat(outcome(NOON.plusSeconds(600))).isEqualTo(StatusDecision.leaveFor(Duration.ofSeconds(20)));
        inputs = inputs.runs(refused(1));
        assertThat(conditions(report(NOON.plusSeconds(601)))).isEqualTo(conditions(status));
    }

    @Test
    void aFaultyPathShowsTheUrlThatIsServed() {
        var spec = """
                {auth: {mode: Anonymous}, adapters: [{name: demo, engine: Sqlite, url: ":memory:"}], http: {path: "%s"},
                 workload: {expose: {host: shop.example.com, ingress: {}}}}""";
        var sound = Shop.of(spec.formatted("/mcp/{tenant}"));
        inputs = inputs.withEvaluation(sound.evaluation(revision(7)), NOON).runs(Shop.runs(1));
        see(replicas(serving("shop-0", revision(7))));
        var status = outcome(sound, before, NOON).status().orElseThrow();
        assertThat(status.url()).hasValue("http://shop.default.svc/mcp/{tenant}");

        var faulty =
                Shop.of(spec.formatted("/mcp/{tenant}/{tenant}")).after(sound).generation(2);
        inputs = inputs.withEvaluation(faulty.evaluation(revision(8)), NOON).runs(Shop.runs(2));
        status = outcome(faulty, before, NOON).status().orElseThrow();
        assertThat(conditions(status)).contains("Accepted False InvalidServer");
        assertThat(status.url()).hasValue("http://shop.default.svc/mcp/{tenant}");
        assertThat(status.publicUrl()).hasValue("https://shop.example.com/mcp/{tenant}");
    }

    private static WorkloadState refused(long generation) {
        return new WorkloadState(
                generation,
                List.of(problem(Reason.InvalidWorkload)),
                Rollout.Complete,
                Optional.empty(),
                Optional.of("1.0.0"),
                Optional.empty());
    }

    private static WorkloadState workload(Problem notReady) {
        return workload(1, Rollout.Degraded, notReady);
    }

    private static WorkloadState workload(long generation, Rollout rollout, Problem notReady) {
        return new WorkloadState(
                generation, List.of(), rollout, Optional.of(notReady), Optional.empty(), Optional.empty());
    }

    private static Problem problem(Reason reason) {
        return reason.problem("Deployment shop-runtime", "replicas-are-ready", "it is so", "wait");
    }

    private void evaluate(long sequence) {
        inputs =
                inputs.withEvaluation(shop.evaluation(revision(sequence)), NOON).runs(Shop.runs(shop.generation()));
    }

    private void see(Replicas replicas) {
        inputs = inputs.seen(replicas, NOON);
    }

    private StatusDecision<HyperterseServerStatus> outcome(Instant now) {
        return outcome(shop, before, now);
    }

    private StatusDecision<HyperterseServerStatus> outcome(
            Shop of, Optional<HyperterseServerStatus> previous, Instant now) {
        return ServerReport.of(of.server(), Shop.trusted(previous), inputs, Optional.empty(), now);
    }

    private HyperterseServerStatus report(Instant now) {
        return outcome(now).status().orElseThrow();
    }

    private static List<String> conditions(HyperterseServerStatus status) {
        return status.conditions().stream()
                .map(it -> it.type() + " " + it.status() + " " + it.reason())
                .toList();
    }

    private static String message(HyperterseServerStatus status, String type) {
        return Conditions.find(status.conditions(), type)
                .map(Condition::message)
                .orElseThrow();
    }
}
