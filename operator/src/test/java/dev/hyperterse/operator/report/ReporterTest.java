package dev.hyperterse.operator.report;

import static dev.hyperterse.operator.report.Shop.replicas;
import static dev.hyperterse.operator.report.Shop.revision;
import static dev.hyperterse.operator.report.Shop.serving;
import static dev.hyperterse.operator.report.Shop.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.crds.v1alpha1.shared.Condition.Status;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.queue.PlayedTimer;
import dev.hyperterse.operator.report.condition.Conditions;
import dev.hyperterse.operator.report.event.ConditionEvent;
import dev.hyperterse.operator.report.event.EventRecorder;
import dev.hyperterse.operator.report.replica.ReplicaAnswer;
import dev.hyperterse.operator.report.replica.Replicas;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReporterTest {
    private final PlayedTimer timer = new PlayedTimer();
    private final FakeObjects objects = new FakeObjects();
    private final FakeStatuses statuses = new FakeStatuses(objects);
    private final List<ConditionEvent> told = new ArrayList<>();
    private final List<Duration> waited = new ArrayList<>();
    private final OperatorMetrics metrics = new OperatorMetrics();
    private boolean leads = true;
    private Reporter reporter = reporter();

    @BeforeEach
    void watchStatuses() {
        statuses.showTo(leaf -> reporter.statusWritten(leaf), server -> reporter.statusWritten(server));
    }

    @Test
    void aLeafThatIsServedWithinASecondIsWrittenOnce() {
        var shop = Shop.sound(tool("one", "SELECT 1 AS one"));
        publish(shop, 7);
        see(serving("shop-0", revision(6)));
        play(Duration.ofMillis(300));
        see(serving("shop-0", revision(7)));
        play(Duration.ofSeconds(5));
        assertThat(statuses.ofLeaves()).singleElement().satisfies(it -> assertThat(ready(it))
                .isEqualTo("True Serving"));
    }

    /** It says the same for hours then, and nothing but the publication changes. */
    @Test
    void aReplicaThatDoesNotFollowAPublicationIsBehind() {
        var shop = Shop.sound(tool("one", "SELECT 1 AS one"));
        see(serving("shop-0", revision(6)));
        publish(shop, 6);
        assertThat(reporter.inputs().behind()).isZero();
        publish(shop, 7);
        assertThat(reporter.inputs().behind()).isOne();
        reporter.inputs().gone(Shop.KEY);
        assertThat(reporter.inputs().behind()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 409, 429, 500, 503, 0})
    void aWriteThatIsLostIsDoneAgain(int code) {
        statuses.refuse(code);
        serveOne();
        assertThat(statuses.ofLeaves()).singleElement().satisfies(it -> assertThat(ready(it))
                .isEqualTo("True Serving"));
        assertThat(statuses.ofServers()).isNotEmpty();
    }

    @Test
    void aLostWriteIsRepeatedWithTheNewestInputs() {
        var shop = Shop.sound(tool("one", "SELECT 1 AS one"));
        publish(shop, 7);
        see(serving("shop-0", revision(6)));
        statuses.refuse(503, 503);
        play(Duration.ofSeconds(1));
        assertThat(statuses.ofLeaves()).isEmpty();
        see(serving("shop-0", revision(7)));
        play(Duration.ofSeconds(5));
        assertThat(statuses.ofLeaves()).singleElement().satisfies(it -> assertThat(ready(it))
                .isEqualTo("True Serving"));
    }

    @Test
    void theStatusOfADeletedLeafIsNotWritten() {
        var shop = Shop.sound(tool("one", "SELECT 1 AS one"));
        statuses.refuse(404);
        publish(shop, 7);
        see(serving("shop-0", revision(7)));
        timer.work();
        shop.leaves().forEach(leaf -> objects.remove(leaf.key()));
        play(Duration.ofSeconds(60));
        assertThat(statuses.ofLeaves()).isEmpty();
    }

    @Test
    void aLateWatchCausesNoSecondWrite() {
        statuses.stopWatch();
        serveOne();
        see(serving("shop-0", revision(7)), serving("shop-1", revision(6)));
        objects.leaves().forEach(reporter::leafAffected);
        play(Duration.ofSeconds(5));
        assertThat(statuses.ofLeaves()).hasSize(1);
    }

    @Test
    void aStatusThatIsShownWhileTheNextIsWrittenDoesNotMakeThatOneForeign() {
        statuses.showLate();
        serveOne();
        refuseOne();
        play(Duration.ofSeconds(5));
        assertThat(statuses.ofLeaves()).hasSize(2);
    }

    @Test
    void aForeignStatusOfALeafIsReplaced() {
        serveOne();
        overwrite(objects.leaves().getFirst());
        play(Duration.ofSeconds(2));
        assertThat(served()).contains("True Serving");
    }

    /** The versions tell that the watch is not late. */
    @Test
    void foreignStatusIsWrittenOverAlsoWhenOurOwnWasNeverShown() {
        statuses.stopWatch();
        serveOne();
        overwrite(objects.leaves().getFirst());
        play(Duration.ofSeconds(5));
        assertThat(statuses.ofLeaves()).hasSize(2);
        assertThat(ready(statuses.ofLeaves().getLast())).isEqualTo("True Serving");
    }

    /** No version is the one that was written last, and a write over that is refused. */
    @Test
    void statusIsWrittenAfterARestoreOfEtcd() {
        serveOne();
        objects.restore();
        refuseOne();
        play(Duration.ofSeconds(5));
        assertThat(statuses.ofLeaves()).hasSize(2);
    }

    @Test
    void statusOfAWriteWhoseAnswerWasLostIsOurOwn() {
        statuses.loseAnswer();
        leads = false;
        serveOne();
        assertThat(statuses.ofLeaves()).hasSize(1);
        refuseOne();
        play(Duration.ofSeconds(5));
        assertThat(statuses.ofLeaves()).hasSize(2);
    }

    /** A deposed leader knows nothing of it yet. */
    @Test
    void aStatusOfANewerLeaderIsNotReplacedByAnOlderOne() {
        serveOne();
        objects.store(objects.leaves().getFirst());
        refuseOne();
        play(Duration.ofMinutes(1));
        assertThat(statuses.ofLeaves()).hasSize(1);
    }

    @Test
    void deposedLeaderLeavesTheStatusesOfOthers() {
        serveOne();
        leads = false;
        overwrite(objects.leaves().getFirst());
        play(Duration.ofMinutes(1));
        assertThat(statuses.ofLeaves()).hasSize(1);
        leads = true;
        play(Duration.ofMinutes(1));
        assertThat(statuses.ofLeaves()).hasSize(2);
    }

    @Test
    void ordinaryWritesDoNotAskTheLease() {
        leads = false;
        serveOne();
        refuseOne();
        play(Duration.ofSeconds(5));
        assertThat(statuses.ofLeaves()).hasSize(2);
    }

    @Test
    void forgedReadyOfAServerIsNotBelieved() {
        serveOne();
        edit(2);
        assertThat(serverReady()).isEqualTo("False RollingOut");
        var forged = Shop.ready(statuses.ofServers().getLast(), Status.True);
        overwrite(forged);
        play(Duration.ofSeconds(3));
        assertThat(serverReady()).isEqualTo("False RollingOut");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void forgedReadyOfAServerIsNotBelievedByTheNextLeader(boolean firstWriteIsLost) {
        serveOne();
        edit(2);
        objects.forge(Shop.KEY, Shop.ready(statuses.ofServers().getLast(), Status.True));
        reporter = reporter();
        if (firstWriteIsLost) {
            statuses.refuse(503);
        }
        see(serving("shop-0", revision(7)));
        reporter.inputs()
                .evaluated(
                        Shop.sound(tool("one", "SELECT 1 AS one")).generation(2).evaluation(revision(7)));
        reporter.inputs().workload(Shop.KEY, Shop.rollsOut(2));
        play(Duration.ofSeconds(3));
        assertThat(serverReady()).isEqualTo("False RollingOut");
    }

    /** Readiness that was reached outlives crashes; losing the status must not lose that. */
    @Test
    void foreignStatusDoesNotTakeReadyOfACrashedServerAway() {
        serveOne();
        see();
        play(Duration.ofSeconds(3));
        overwrite(Shop.ready(statuses.ofServers().getLast(), Status.False));
        play(Duration.ofSeconds(3));
        assertThat(serverReady()).isEqualTo("True Available");
    }

    @Test
    void theNextLeaderIgnoresAForgedServingCondition() {
        var shop = serveOne();
        objects.forge(objects.leaves().getFirst(), statuses.ofLeaves().getLast());
        reporter = reporter();
        see(serving("shop-0", revision(6)));
        var uids = shop.leaves().stream().map(it -> it.uid()).collect(Collectors.toSet());
        reporter.inputs().evaluated(shop.evaluation(revision(7), uids));
        play(Duration.ofSeconds(3));
        assertThat(ready(statuses.ofLeaves().getLast())).isEqualTo("False Propagating");
        see(serving("shop-0", revision(7)));
        play(Duration.ofSeconds(3));
        assertThat(ready(statuses.ofLeaves().getLast())).isEqualTo("True Serving");
    }

    @Test
    void foreignStatusOfAServerIsWrittenOver() {
        serveOne();
        var late = statuses.ofServers().getLast();
        see(serving("shop-0", revision(8)));
        publish(Shop.sound(tool("one", "SELECT 2 AS one")), 8);
        play(Duration.ofSeconds(5));
        var sound = statuses.ofServers().getLast();
        var writes = statuses.ofServers().size();
        overwrite(late);
        play(Duration.ofSeconds(3));
        assertThat(statuses.ofServers()).hasSize(writes + 1);
        assertThat(statuses.ofServers().getLast().revision())
                .isNotEqualTo(late.revision())
                .isEqualTo(sound.revision());
    }

    /** As many as the API takes beside ours. */
    @Test
    void conditionsOfOtherWritersStay() {
        serveOne();
        var key = objects.leaves().getFirst();
        var ours = statuses.ofLeaves().getLast();
        var others = IntStream.range(0, 15)
                .mapToObj(number -> new Condition(
                        "example.com/" + number, Status.True, Optional.empty(), "2026-01-01T12:00:00Z", "Audited", ""))
                .toList();
        var both = Stream.concat(ours.conditions().stream(), others.stream()).toList();
        objects.observe(
                key,
                new LeafStatus(ours.observedGeneration(), ours.serving(), both, ours.servers()),
                objects.store(key));
        reporter.statusWritten(key);
        play(Duration.ofSeconds(5));
        assertThat(statuses.ofLeaves()).hasSize(1);
        refuseOne();
        play(Duration.ofSeconds(5));
        assertThat(statuses.ofLeaves()).hasSize(2);
        assertThat(statuses.ofLeaves().getLast().conditions())
                .hasSize(16)
                .endsWith(others.subList(0, 14).toArray(Condition[]::new));
    }

    @Test
    void writerWhoDoesNotStopIsAnsweredOnceASecond() {
        serveOne();
        var before = statuses.ofLeaves().size();
        for (var number = 0; number < 100; number++) {
            overwrite(objects.leaves().getFirst());
            play(Duration.ofMillis(100));
        }
        assertThat(statuses.ofLeaves().size() - before).isBetween(5, 11);
    }

    /** Issue 17, F9: they took turns once a second, for each object, and neither said so. */
    @Test
    void anotherOperatorIsNoticedAndAnsweredOnceAMinute() {
        serveOne();
        var before = statuses.ofLeaves().size();
        assertThat(contested()).isEqualTo("0");
        for (var number = 0; number < 100; number++) {
            overwriteAsOperator(objects.leaves().getFirst());
            play(Duration.ofMillis(100));
        }
        assertThat(statuses.ofLeaves().size() - before).isEqualTo(1);
        assertThat(contested()).isEqualTo("1");
        play(Duration.ofMinutes(1));
        assertThat(statuses.ofLeaves().size() - before).isEqualTo(2);
        assertThat(contested()).isEqualTo("2");
    }

    @Test
    void aDisputeEndsWhenTheOtherOperatorIsGone() {
        serveOne();
        overwriteAsOperator(objects.leaves().getFirst());
        play(Duration.ofSeconds(2));
        assertThat(contested()).isEqualTo("1");
        play(Duration.ofMinutes(3));
        var before = statuses.ofLeaves().size();
        overwrite(objects.leaves().getFirst());
        play(Duration.ofSeconds(2));
        assertThat(statuses.ofLeaves()).as("an edit by hand").hasSize(before + 1);
    }

    @Test
    void aStatusOfANewLeaderIsNoDispute() {
        serveOne();
        leads = false;
        overwriteAsOperator(objects.leaves().getFirst());
        play(Duration.ofSeconds(5));
        assertThat(statuses.ofLeaves()).hasSize(1);
        assertThat(contested()).isEqualTo("0");
    }

    private String contested() {
        var name = "hyperterse_operator_contested_statuses_total ";
        return metrics.registry()
                .exposition()
                .lines()
                .filter(it -> it.startsWith(name))
                .map(it -> it.substring(name.length()))
                .findFirst()
                .orElseThrow();
    }

    /** What was written comes back by the watch, sometimes before the answer to the write. */
    @Test
    void ownStatusIsNotTakenForAForeignOne() {
        serveOne();
        play(Duration.ofMinutes(2));
        assertThat(statuses.ofLeaves()).hasSize(1);
        assertThat(waited).hasSizeLessThan(5);
    }

    @Test
    void anOperatorThatStartsAgainWritesNothing() {
        var shop = serveOne();
        var leaves = statuses.ofLeaves().size();
        var servers = statuses.ofServers().size();
        reporter = reporter();
        reporter.inputs().replicas(Shop.KEY, replicas(Shop.unasked("shop-0", true)));
        var uids = shop.leaves().stream().map(it -> it.uid()).collect(Collectors.toSet());
        reporter.inputs().evaluated(shop.evaluation(revision(7), uids));
        objects.leaves().forEach(reporter::leafAffected);
        play(Duration.ofSeconds(5));
        see(serving("shop-0", revision(7)));
        play(Duration.ofMinutes(10));
        assertThat(statuses.ofLeaves()).hasSize(leaves);
        assertThat(statuses.ofServers()).hasSize(servers);
    }

    @Test
    void anUnchangedStatusIsNotRateLimited() {
        var shop = serveOne();
        waited.clear();
        for (var round = 0; round < 10; round++) {
            reporter.leafAffected(shop.leaves().getFirst().key());
            play(Duration.ofSeconds(1));
        }
        assertThat(waited).isEmpty();
    }

    @Test
    void anEditWhileNoOperatorRanDoesNotCountAsServed() {
        var shop = serveOne();
        reporter = reporter();
        see(serving("shop-0", revision(7)));
        reporter.inputs().evaluated(shop.evaluation(revision(8), Set.of()));
        play(Duration.ofSeconds(2));
        assertThat(ready(statuses.ofLeaves().getLast())).isEqualTo("False Propagating");
    }

    @Test
    void readyOutlivesReplicas() {
        serveOne();
        see();
        play(Duration.ofSeconds(5));
        see(serving("shop-9", revision(3)), Shop.silent("shop-8", true));
        play(Duration.ofMinutes(10));
        assertThat(statuses.ofLeaves()).hasSize(1);
        assertThat(statuses.ofServers()).allSatisfy(it -> assertThat(Conditions.find(it.conditions(), "Ready"))
                .hasValueSatisfying(ready -> assertThat(ready.status()).isEqualTo(Status.True)));
    }

    @Test
    void aBurstOfAThousandWritesEachLeafTwiceAtMostAndKeepsTheRate() {
        var shop = Shop.sound(IntStream.range(0, 1_000)
                .mapToObj(number -> tool("tool-" + number, "SELECT " + number + " AS value"))
                .toArray(String[]::new));
        publish(shop, 7);
        see(serving("shop-0", revision(6)));
        play(Duration.ofMillis(200));
        see(serving("shop-0", revision(7)), serving("shop-1", revision(6)));
        play(Duration.ofMillis(200));
        see(serving("shop-0", revision(7)), serving("shop-1", revision(7)));
        play(Duration.ofSeconds(10));
        assertThat(statuses.ofLeaves()).hasSizeBetween(1_000, 2_000);
        assertThat(statuses.ofLeaves()).allSatisfy(it -> assertThat(ready(it)).isEqualTo("True Serving"));
        assertThat(waited.stream().reduce(Duration.ZERO, (one, other) -> one.compareTo(other) > 0 ? one : other))
                .as("the last of those who came together")
                .isGreaterThan(Duration.ofSeconds(3));
        assertThat(told).as("a thousand tools that work are no news").hasSizeLessThan(10);
    }

    @Test
    void aServerIsWrittenAtMostOnceASecond() {
        publish(Shop.sound(), 1);
        play(Duration.ZERO);
        var first = statuses.ofServers().size();
        for (var sequence = 2; sequence <= 40; sequence++) {
            reporter.inputs().evaluated(Shop.sound().evaluation(revision(sequence)));
            play(Duration.ofMillis(100));
        }
        assertThat(statuses.ofServers().size() - first).isBetween(3, 4);
    }

    @Test
    void aDefinitionIsUpdatedWhenItsServerIsGoneBeforeItWasEvaluated() {
        objects.put(Shop.sound(tool("one", "SELECT 1 AS one")));
        objects.leaves().forEach(reporter::leafAffected);
        play(Duration.ofSeconds(5));
        assertThat(statuses.ofLeaves()).isEmpty();
        objects.removeServer();
        reporter.inputs().gone(Shop.KEY);
        play(Duration.ofSeconds(5));
        assertThat(statuses.ofLeaves()).singleElement().satisfies(it -> assertThat(ready(it))
                .isEqualTo("False ServerNotFound"));
    }

    @Test
    void aDefinitionIsUpdatedWhenItsServerCannotEvaluate() {
        objects.put(Shop.sound(tool("one", "SELECT 1 AS one")));
        objects.leaves().forEach(reporter::leafAffected);
        play(Duration.ofSeconds(5));
        reporter.inputs()
                .failed(
                        Shop.KEY,
                        Reason.PublicationFailed.problem(
                                "HyperterseServer default/shop", "publishable", "the API is busy", ""));
        play(Duration.ofSeconds(5));
        assertThat(statuses.ofLeaves()).singleElement().satisfies(it -> assertThat(ready(it))
                .isEqualTo("Unknown PublicationFailed"));
        play(Duration.ofMinutes(5));
        assertThat(told)
                .extracting(it -> it.regarding().getKind() + " " + it.reason())
                .contains("Tool PublicationFailed", "HyperterseServer PublicationFailed");
    }

    @Test
    void readyFollowsTheRefusalsOfRuntimes() {
        serveOne();
        refuseOne();
        play(Duration.ofSeconds(2));
        assertThat(ready(statuses.ofLeaves().getLast())).isEqualTo("False RefusedByRuntime");
        see(serving("shop-0", revision(7)));
        play(Duration.ofSeconds(2));
        assertThat(ready(statuses.ofLeaves().getLast())).isEqualTo("True Serving");
    }

    private void overwrite(LeafKey leaf) {
        objects.forge(leaf, new LeafStatus(Optional.empty(), Optional.empty(), List.of(), List.of()));
        reporter.statusWritten(leaf);
    }

    /** Of another installation: its name among the writers is the same. */
    private void overwriteAsOperator(LeafKey leaf) {
        objects.observe(
                leaf, new LeafStatus(Optional.empty(), Optional.empty(), List.of(), List.of()), objects.store(leaf));
        reporter.statusWritten(leaf);
    }

    private void overwrite(HyperterseServerStatus status) {
        objects.forge(Shop.KEY, status);
        reporter.statusWritten(Shop.KEY);
    }

    private String serverReady() {
        var ready = Conditions.find(
                        objects.server(Shop.KEY).orElseThrow().getStatus().conditions(), "Ready")
                .orElseThrow();
        return ready.status() + " " + ready.reason();
    }

    /** Of the server, which needs other pods. */
    private void edit(long generation) {
        var status = objects.server(Shop.KEY).orElseThrow().getStatus();
        var edited = Shop.sound(tool("one", "SELECT 1 AS one")).generation(generation);
        objects.put(edited);
        objects.observe(Shop.KEY, status, objects.store(Shop.KEY));
        reporter.inputs().evaluated(edited.evaluation(revision(7)));
        reporter.inputs().workload(Shop.KEY, Shop.rollsOut(generation));
        play(Duration.ofSeconds(5));
    }

    private void refuseOne() {
        var refusing = new ReplicaAnswer(
                Optional.of(revision(7)),
                Map.of("Tool default/one", "it needs streams"),
                List.of(),
                Map.of(),
                OptionalLong.empty());
        see(serving("shop-0", revision(7)), Shop.answering("shop-1", refusing));
    }

    private Optional<String> served() {
        return objects.leaf(objects.leaves().getFirst()).orElseThrow().status().map(ReporterTest::ready);
    }

    private Shop serveOne() {
        var shop = Shop.sound(tool("one", "SELECT 1 AS one"));
        see(serving("shop-0", revision(7)));
        publish(shop, 7);
        play(Duration.ofSeconds(5));
        return shop;
    }

    private void publish(Shop shop, long sequence) {
        objects.put(shop);
        reporter.inputs().evaluated(shop.evaluation(revision(sequence)));
        reporter.inputs().workload(Shop.KEY, Shop.runs(shop.generation()));
    }

    private void see(Replicas.Replica... running) {
        reporter.inputs().replicas(Shop.KEY, replicas(running));
    }

    /** Lets time pass in small steps, and all work be done in each. */
    private void play(Duration time) {
        var step = Duration.ofMillis(50);
        var steps = Math.max(1, time.dividedBy(step));
        for (var number = 0L; number < steps; number++) {
            while (timer.work() > 0) {
                timer.pass(Duration.ZERO);
            }
            timer.pass(time.isZero() ? Duration.ZERO : step);
        }
        while (timer.work() > 0) {
            timer.pass(Duration.ZERO);
        }
    }

    private Reporter reporter() {
        return new Reporter(
                objects,
                statuses,
                new EventRecorder(told::add, timer),
                () -> leads,
                metrics,
                () -> Instant.parse("2026-01-01T12:00:00Z").plusNanos(timer.nanos()),
                timer,
                waited::add);
    }

    private static String ready(LeafStatus status) {
        var ready = Conditions.find(status.conditions(), "Ready").orElseThrow();
        return ready.status() + " " + ready.reason();
    }
}
