package dev.hyperterse.cli.command.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.cluster.Cluster;
import dev.hyperterse.cli.cluster.ForwardedServer;
import dev.hyperterse.cli.status.FakeCluster;
import dev.hyperterse.cli.status.SoundCluster;
import io.fabric8.mockwebserver.http.WebSocketListener;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WatchedServerTest {
    @TempDir
    private Path folder;

    /** The port of a failed connection is that of no other, so the reason names the server. */
    @Test
    void reasonOfAReplicaIsSaidWithTheNameOfItsServer() throws Exception {
        try (var fake = new FakeCluster(SoundCluster.renewed(SoundCluster.ALL), () -> new WebSocketListener() {});
                var cluster = Cluster.connect(Optional.of(fake.kubeconfig(folder)), Optional.empty());
                var server = new WatchedServer.InCluster(
                        cluster, new ForwardedServer(cluster, "shop", "shop"), "server/shop")) {
            var url = server.url();
            assertThat(server.failed(url, "the server at " + url + " asks for credentials"))
                    .isEqualTo("the server at server/shop asks for credentials");
            assertThat(server.url()).isNotEqualTo(url);
        }
    }
}
