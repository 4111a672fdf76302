package dev.hyperterse.runtime.auth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.auth.proof.ReplayCache.Answer;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Proofs that were used: none is forgotten while it could be used again, however many others there are. */
class ReplayCacheTest {
    private static final Instant BEGIN = Instant.parse("2026-11-23T08:00:00Z");
    private static final int MOST = 131_072;
    private static final Duration AHEAD = Duration.ofDays(365);

    private Instant now = BEGIN;
    private final ReplayCache cache = new ReplayCache(() -> now, MOST * ReplayCache.PROOF);

    @Test
    void proofIsUsedOnce() {
        assertThat(cache.use("ann", "proof", BEGIN)).isEqualTo(Answer.NEW);
        assertThat(cache.use("ann", "proof", BEGIN)).isEqualTo(Answer.USED);
        assertThat(cache.use("ann", "proof", BEGIN.plusSeconds(59)))
                .as("signed anew, with the old id")
                .isEqualTo(Answer.USED);
        assertThat(cache.use("ann", "other", BEGIN)).isEqualTo(Answer.NEW);
    }

    /** By one caller and then by many, until there is no room. */
    @Test
    void floodDoesNotEvictUsedProofs() {
        cache.use("victim", "proof", BEGIN);
        for (var caller = 0; caller < 64; caller++) {
            flood("flood-" + caller);
        }

        assertThat(cache.use("victim", "proof", BEGIN)).isEqualTo(Answer.USED);
    }

    @Test
    void oneCallerLeavesRoomForOthers() {
        var many = flood("greedy");

        assertThat(many).isEqualTo((MOST + 2) / 3);
        assertThat(flood("second")).isGreaterThan(many / 2);
        assertThat(cache.use("ann", "proof", BEGIN)).isEqualTo(Answer.NEW);
        assertThat(cache.use("greedy", "one more", BEGIN)).isEqualTo(Answer.FULL);
    }

    @Test
    void expiredProofMakesRoom() {
        var many = flood("greedy");

        now = BEGIN.plusSeconds(119);
        assertThat(cache.use("greedy", "one more", now)).isEqualTo(Answer.FULL);
        assertThat(cache.use("greedy", "greedy 0", BEGIN.plusSeconds(59))).isEqualTo(Answer.USED);
        now = BEGIN.plusSeconds(120);
        assertThat(cache.use("greedy", "one more", now)).isEqualTo(Answer.NEW);
        assertThat(flood("greedy")).isEqualTo(many - 1);
    }

    /** What was forgotten could otherwise be used again. */
    @Test
    void clockSetBackMakesNoProofReusable() {
        cache.use("ann", "proof", BEGIN);
        now = BEGIN.plusSeconds(180);
        cache.use("ann", "other", now);

        now = BEGIN.plusSeconds(30);

        assertThat(cache.use("ann", "proof", BEGIN)).isEqualTo(Answer.USED);
    }

    /** Otherwise every caller would be refused for as long as the clock was ahead. */
    @Test
    void clockThatWasAheadRefusesNoNewProofs() {
        cache.use("ann", "before", BEGIN);
        now = BEGIN.plus(AHEAD);
        cache.use("ann", "ahead", now);

        now = BEGIN.plusSeconds(61);

        assertThat(cache.use("ann", "after", now)).isEqualTo(Answer.NEW);
        assertThat(cache.use("ann", "before", BEGIN)).isEqualTo(Answer.USED);
    }

    /** Proofs of callers whose clocks were ahead too. */
    @Test
    void proofUsedWhileTheClockWasAheadIsNotUsedAgainInItsMinute() {
        for (var minute = 0; minute < 10; minute++) {
            now = BEGIN.plus(AHEAD).plusSeconds(60 * minute);
            assertThat(cache.use("ann", "ahead " + minute, now)).isEqualTo(Answer.NEW);
        }
        now = BEGIN.plusSeconds(61);
        assertThat(cache.use("ann", "after", now)).isEqualTo(Answer.NEW);

        for (var minute = 0; minute < 10; minute++) {
            now = BEGIN.plus(AHEAD).plusSeconds(60 * minute);
            assertThat(cache.use("ann", "ahead " + minute, now)).isEqualTo(Answer.USED);
        }
        now = now.plusSeconds(60);
        assertThat(cache.use("ann", "later", now)).isEqualTo(Answer.NEW);
    }

    /** How many proofs of now the caller can use. */
    private int flood(String caller) {
        var used = 0;
        while (cache.use(caller, caller + " " + used, now) == Answer.NEW) {
            used++;
        }
        return used;
    }
}
