package dev.hyperterse.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.observe.ReplicaFollower.Heard;
import dev.hyperterse.operator.read.RuntimeEndpoint;
import dev.hyperterse.operator.report.replica.ReplicaAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicaFollowerTest {
    private static final ServerKey SHOP = new ServerKey("shop", "shop");
    private static final RuntimeEndpoint POD = pod("10.0.0.1", true);

    private final BlockingQueue<Optional<ReplicaAnswer>> answers = new LinkedBlockingQueue<>();
    private final BlockingQueue<Optional<ReplicaAnswer>> asked = new LinkedBlockingQueue<>();
    private final BlockingQueue<Heard> told = new LinkedBlockingQueue<>();
    private final ReplicaFollower follower = new ReplicaFollower(SHOP, POD, this::ask, this::tell);

    @AfterEach
    void stop() {
        follower.stop();
    }

    @Test
    void beforeAnythingWasAskedNothingIsKnown() {
        assertThat(follower.heard()).isEqualTo(new Heard(false, Optional.empty()));
    }

    @Test
    void eachAnswerIsReportedAndTheNextIsAskedForAgainstIt() throws InterruptedException {
        follower.start();
        assertThat(next(asked)).isEmpty();
        answers.add(Optional.of(serving(7)));
        assertThat(next(told).answer()).contains(serving(7));
        assertThat(next(asked)).contains(serving(7));
        answers.add(Optional.of(serving(8)));
        assertThat(next(told).answer()).contains(serving(8));
        assertThat(next(asked)).contains(serving(8));
    }

    @Test
    void theSameAnswerIsNotReportedAgain() throws InterruptedException {
        follower.start();
        answers.add(Optional.of(serving(7)));
        answers.add(Optional.of(serving(7)));
        answers.add(Optional.of(serving(8)));
        assertThat(next(told).answer()).contains(serving(7));
        assertThat(next(told).answer()).contains(serving(8));
    }

    @Test
    void aPodThatDoesNotAnswerIsForgottenUntilItDoes() throws InterruptedException {
        follower.start();
        answers.add(Optional.of(serving(7)));
        assertThat(next(told).answer()).contains(serving(7));
        answers.add(Optional.empty());
        assertThat(next(told)).isEqualTo(new Heard(true, Optional.empty()));
        answers.add(Optional.empty());
        answers.add(Optional.of(serving(7)));
        assertThat(next(told).answer()).contains(serving(7));
    }

    @Test
    void itEndsWhenItIsStopped() throws InterruptedException {
        follower.start();
        next(asked);
        follower.stop();
        answers.add(Optional.of(serving(7)));
        assertThat(follower.awaitEnd(Duration.ofSeconds(30))).isTrue();
        assertThat(told).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 50", "20, 30", "50, 0", "30000, 0"})
    void anImmediateAnswerIsFollowedByAPause(long took, long rest) {
        assertThat(ReplicaFollower.restAfter(serving(7), Duration.ofMillis(took)))
                .isEqualTo(Duration.ofMillis(rest));
    }

    @ParameterizedTest
    @CsvSource({"0, 50", "1, 100", "2, 200", "5, 1600", "6, 2000", "1000000, 2000"})
    void pausesGrowAndStaySmall(int failures, long milliseconds) {
        assertThat(ReplicaFollower.pauseAfter(failures)).isEqualTo(Duration.ofMillis(milliseconds));
    }

    @Test
    void anotherAddressNeedsAnotherFollower() {
        assertThat(follower.follows(pod("10.0.0.1", false))).isTrue();
        assertThat(follower.follows(pod("10.0.0.2", true))).isFalse();
    }

    private Optional<ReplicaAnswer> ask(ServerKey server, RuntimeEndpoint pod, Optional<ReplicaAnswer> known)
            throws InterruptedException {
        asked.add(known);
        return answers.take();
    }

    private void tell() {
        told.add(follower.heard());
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        var next = queue.poll(30, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    private static ReplicaAnswer serving(long sequence) {
        return new ReplicaAnswer(Optional.of(revision(sequence)), Map.of(), List.of(), Map.of(), OptionalLong.empty());
    }

    private static Revision revision(long sequence) {
        return new Revision("epoch", sequence, "digest-" + sequence);
    }

    private static RuntimeEndpoint pod(String address, boolean ready) {
        return new RuntimeEndpoint("uid", "shop-0", "1.0.0", address, 9090, true, ready, false);
    }
}
