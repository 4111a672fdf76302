package dev.hyperterse.runtime.sharedstate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.runtime.sharedstate.SharedTokensContract.Replica;
import dev.hyperterse.telemetry.logging.CapturedLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A shared database that answers, and not what its script returns, or late. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class SharedTokensTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "+OK^",
                "_^",
                "#t^",
                ",1.5^",
                "$3^ten^",
                "*0^",
                "%1^+a^:1^",
                "*1^*1^:1^",
                ":0^",
                ":1001^",
                ":9223372036854775807^",
                ":-9223372036854775808^",
                "(99999999999999999999^",
                "-WRONGTYPE a key of another kind^",
                "-BUSY Redis is busy running a script^"
            })
    void replicaWithoutAnAnswerOfTheScriptCountsForItself(String reply) {
        try (var redis = new ScriptedRedis(reply.replace("^", "\r\n"));
                var one = Replica.on("odd", redis.url())) {
            assertThat(one.taken(100)).isEqualTo(Replica.BURST);
            assertThat(one.sharesTokens()).isFalse();
            assertThat(one.shared.state().map(AdapterState::status)).contains(AdapterState.Status.DOWN);

            redis.answerWith(":1\r\n");
            SharedTokensContract.await(one::sharesTokens);
        }
    }

    @Test
    void stateThatIsNotSharedAnyMoreIsNotSaidToAnswer() {
        try (var redis = new ScriptedRedis("+OK\r\n");
                var one = Replica.on("gone", redis.url())) {
            assertThat(one.taken(1)).isEqualTo(1);
            assertThat(one.sharesTokens()).isFalse();

            var log = CapturedLog.during(() -> {
                one.shareNothing();
                one.shared.retry();
            });

            assertThat(log).doesNotContain("shared_state_available");
            assertThat(one.shared.state()).isEmpty();
        }
    }

    @Test
    void slowTasksLeaveConnectionsToRates() {
        try (var redis = new ScriptedRedis(":1\r\n");
                var one = Replica.on("slow", redis.url())) {
            redis.hold("'state'");
            for (var look = 0; look < 20; look++) {
                Thread.ofVirtual().start(() -> one.tasks.look("t"));
            }
            SharedTokensContract.await(() -> redis.held() == 4);
            assertThat(one.taken(1)).isEqualTo(1);
            assertThat(redis.answered()).anyMatch(it -> it.get(1).startsWith("hyperterse:rate:"));
            assertThat(redis.held()).isEqualTo(4);
        }
    }
}
