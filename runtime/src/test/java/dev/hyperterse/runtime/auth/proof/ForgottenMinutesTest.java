package dev.hyperterse.runtime.auth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ForgottenMinutesTest {
    private final ForgottenMinutes forgotten = new ForgottenMinutes();

    @Test
    void exactlyTheMinutesThatWereAddedAreInIt() {
        var random = new Random(7);
        var added = new HashSet<Long>();
        for (var number = 0; number < 2_000; number++) {
            var minute = random.nextLong(600);
            added.add(minute);
            forgotten.add(minute);
            assertThat(forgotten.contains(minute)).isTrue();
        }
        for (var minute = -2L; minute < 602; minute++) {
            assertThat(forgotten.contains(minute)).as("minute %d", minute).isEqualTo(added.contains(minute));
        }
    }

    @Test
    void beyondTheLimitTheOldestGapsAreFilled() {
        for (var range = 0L; range < ForgottenMinutes.MOST_RANGES + 10; range++) {
            forgotten.add(2 * range);
        }

        assertThat(forgotten.contains(1)).isTrue();
        assertThat(forgotten.contains(19)).isTrue();
        assertThat(forgotten.contains(21)).isFalse();
        assertThat(forgotten.contains(-1)).isFalse();
        assertThat(forgotten.contains(2L * ForgottenMinutes.MOST_RANGES)).isTrue();
    }
}
