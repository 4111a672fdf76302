package dev.hyperterse.runtime.sharedstate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.runtime.sharedstate.SharedTokensContract.Replica;
import dev.hyperterse.testbed.CertificateAuthority;
import dev.hyperterse.testbed.Requirement;
import dev.hyperterse.testbed.store.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Replicas that share limits over TLS, and in a cluster of which each knows another node. */
@Timeout(180)
class SharedTokensElsewhereIT {
    @Test
    void replicasShareLimitsOverTls() {
        try (var authority = CertificateAuthority.create("authority");
                var other = CertificateAuthority.create("other")) {
            var identity = authority.issue("redis", "ip:" + RedisServer.HOST);
            try (var server = Requirement.fulfil(() -> RedisServer.encrypted(authority, identity));
                    var one = Replica.encrypted("tls", server.url(), authority.certificate());
                    var two = Replica.encrypted("tls", server.url(), authority.certificate());
                    var doubting = Replica.encrypted("tls", server.url(), other.certificate())) {
                assertThat(one.taken(30) + two.taken(100)).isEqualTo(Replica.BURST);
                assertThat(one.shared.state().map(AdapterState::status)).contains(AdapterState.Status.UP);

                assertThat(doubting.taken(100)).as("counts for itself").isEqualTo(Replica.BURST);
                assertThat(doubting.shared.state().map(AdapterState::status)).contains(AdapterState.Status.DOWN);
            }
        }
    }

    @Test
    void replicasShareLimitsInACluster() {
        var nodes = Requirement.fulfil(RedisServer::cluster);
        try (var one = Replica.on("cluster", nodes.get(0).url());
                var two = Replica.on("cluster", nodes.get(1).url());
                var three = Replica.on("cluster", nodes.get(2).url())) {
            assertThat(one.taken(20) + two.taken(20) + three.taken(100)).isEqualTo(Replica.BURST);
        } finally {
            nodes.forEach(RedisServer::close);
        }
    }
}
