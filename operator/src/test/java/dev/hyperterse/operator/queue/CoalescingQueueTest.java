package dev.hyperterse.operator.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoalescingQueueTest {
    private final PlayedTimer timer = new PlayedTimer();
    private final List<String> worked = new ArrayList<>();
    private boolean failing;
    private boolean error;
    private final CoalescingQueue<String> queue = new CoalescingQueue<>("test", Pace.STANDARD, timer, this::work);

    @Test
    void theFirstOfferBeginsAtOnce() {
        queue.offer("a");
        assertThat(timer.work()).isEqualTo(1);
        assertThat(worked).containsExactly("a");
    }

    @Test
    void offersAfterItAreOneTwentyMillisecondsAfterTheLast() {
        offerAndWork("a");
        queue.offer("a");
        pass(10);
        queue.offer("a");
        pass(19);
        assertThat(timer.work()).isZero();
        pass(1);
        assertThat(timer.work()).isEqualTo(1);
    }

    @Test
    void aStreamOfOffersIsServedEveryTwoHundredMilliseconds() {
        offerAndWork("a");
        for (var offer = 0; offer < 100; offer++) {
            queue.offer("a");
            pass(10);
            timer.work();
        }
        // One second of offers: at once, then at 200, 410, 620, 830 ms.
        assertThat(worked).hasSizeBetween(5, 6);
    }

    /** A kubectl on a busy machine applies an object each thirty milliseconds. */
    @Test
    void offersSlowerThanTheQuietTimeDoNotMakeARoundEach() {
        var publishing = new CoalescingQueue<>("test", Pace.PUBLISHING, timer, this::work);
        for (var offer = 0; offer < 100; offer++) {
            publishing.offer("a");
            timer.work();
            pass(30);
        }
        // Three seconds of offers: the first three rounds at once, then one each 200 ms.
        assertThat(worked).hasSizeBetween(15, 18);
        pass(400);
        assertThat(timer.work()).isOne();
        pass(1_000);
        assertThat(publishing.size()).isZero();
    }

    @Test
    void aFewOffersInQuickSuccessionAreNotHeldUp() {
        var publishing = new CoalescingQueue<>("test", Pace.PUBLISHING, timer, this::work);
        for (var offer = 0; offer < 3; offer++) {
            publishing.offer("a");
            pass(20);
            timer.work();
        }
        assertThat(worked).hasSize(3);
    }

    @Test
    void aKeyThatIsWorkedOnIsNotBegunAgainBeforeItEnds() {
        queue.offer("a");
        queue.offer("a");
        pass(1_000);
        assertThat(timer.work()).isEqualTo(1);
        pass(1);
        assertThat(timer.work()).isEqualTo(1);
        pass(1_000);
        assertThat(timer.work()).isZero();
    }

    @Test
    void keysDoNotWaitForEachOther() {
        queue.offer("a");
        queue.offer("b");
        assertThat(timer.work()).isEqualTo(2);
    }

    @Test
    void workThatFailsIsTriedAgainAfterPausesThatGrow() {
        failing = true;
        offerAndWork("a");
        pass(99);
        assertThat(timer.work()).isZero();
        pass(1);
        assertThat(timer.work()).isEqualTo(1);
        pass(199);
        assertThat(timer.work()).isZero();
        failing = false;
        pass(1);
        assertThat(timer.work()).isEqualTo(1);
        pass(100_000);
        assertThat(timer.work()).isZero();
        assertThat(worked).hasSize(3);
    }

    @Test
    void anOfferDoesNotWaitForTheEndOfAPause() {
        failing = true;
        offerAndWork("a");
        for (var round = 0; round < 10; round++) {
            pass(60_000);
            timer.work();
        }
        worked.clear();
        failing = false;
        queue.offer("a");
        pass(20);
        timer.work();
        assertThat(worked).containsExactly("a");
    }

    @Test
    void anOfferRightAfterAFailureDoesNotWaitForTheEndOfThePause() {
        failing = true;
        offerAndWork("a");
        queue.offer("a");
        pass(20);
        assertThat(timer.work()).isOne();
    }

    @Test
    void workThatMeetsAnErrorIsTriedAgainAsWell() {
        error = true;
        offerAndWork("a");
        error = false;
        pass(100);
        assertThat(timer.work()).isEqualTo(1);
    }

    @Test
    void idleKeysAreForgotten() {
        offerAndWork("a");
        assertThat(queue.size()).isEqualTo(1);
        pass(200);
        assertThat(queue.size()).isZero();
    }

    private void offerAndWork(String key) {
        queue.offer(key);
        timer.work();
    }

    private void pass(int milliseconds) {
        timer.pass(Duration.ofMillis(milliseconds));
    }

    private void work(String key) {
        worked.add(key);
        if (error) {
            throw new NoClassDefFoundError("as the test wants it");
        }
        if (failing) {
            throw new IllegalStateException("as the test wants it");
        }
    }
}
