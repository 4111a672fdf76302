package dev.hyperterse.runtime.sharedstate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.runtime.sharedstate.SharedTokensContract.Replica;
import dev.hyperterse.testbed.Requirement;
import dev.hyperterse.testbed.store.RedisServer;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Outages of the shared database: limits apply per replica, and are shared again afterwards. */
@Timeout(180)
class SharedTokensOutageIT {
    @Test
    void replicaStartedDuringAnOutageCountsAloneUntilItsEnd() {
        try (var server = server()) {
            server.stop();
            try (var one = Replica.on("start", server.url());
                    var two = Replica.on("start", server.url())) {
                assertThat(one.taken(100)).isEqualTo(Replica.BURST);
                assertThat(one.shared.state().map(AdapterState::status)).contains(AdapterState.Status.DOWN);
                assertThat(one.sharesTokens()).isFalse();

                server.start();
                SharedTokensContract.await(one::sharesTokens);
                assertThat(one.shared.state().map(AdapterState::status)).contains(AdapterState.Status.UP);

                // Its own attempts in the background succeed too, without a call.
                SharedTokensContract.await(
                        () -> two.shared.state().map(AdapterState::status).equals(Optional.of(AdapterState.Status.UP)));
                try (var three = Replica.on("start", server.url())) {
                    assertThat(two.taken(20)).isEqualTo(20);
                    assertThat(three.taken(100)).isEqualTo(Replica.BURST - 20);
                }
            }
        }
    }

    @Test
    void outageDelaysNoCallAndLimitsStillApply() {
        try (var server = server();
                var one = Replica.on("away", server.url());
                var two = Replica.on("away", server.url())) {
            assertThat(one.taken(20) + two.taken(20)).isEqualTo(40);

            server.stop();
            assertThat(one.taken(100)).isEqualTo(Replica.BURST - 20);
            assertThat(two.taken(100)).isEqualTo(Replica.BURST - 20);
            assertThat(one.sharesTokens()).isFalse();

            server.start();
            SharedTokensContract.await(one::sharesTokens);
        }
    }

    @Test
    void nothingIsKnownOfThePastDuringAnOutage() {
        try (var server = server();
                var one = Replica.on("past", server.url())) {
            var transfers = SharedTokensContract.series("ann");
            assertThat(one.history.add(transfers, 1)).isPresent();

            server.stop();
            assertThat(one.history.add(transfers, 1)).isEmpty();
            assertThat(one.history.read(transfers)).isEmpty();
            one.history.takeBack(transfers, 0, 1);

            server.start();
            SharedTokensContract.await(() -> one.history.add(transfers, 1).isPresent());
        }
    }

    @Test
    void unresponsiveDatabaseDelaysOneCallAndIsRetriedInTheBackground() {
        try (var server = server();
                var one = Replica.impatient("still", server.url())) {
            SharedTokensContract.await(() -> one.sharesTokens()
                    && one.shared.state().map(AdapterState::status).equals(Optional.of(AdapterState.Status.UP)));

            server.pause();
            assertThat(one.taken(1)).isEqualTo(1);
            assertThat(one.sharesTokens()).isFalse();
            assertThat(one.shared.state().flatMap(AdapterState::message)).isPresent();

            server.resume();
            SharedTokensContract.await(one::sharesTokens);
        }
    }

    private static RedisServer server() {
        return Requirement.fulfil(() -> RedisServer.create());
    }
}
