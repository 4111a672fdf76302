package dev.hyperterse.operator.read.installation;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.telemetry.logging.LogOutput;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import org.junit.jupiter.api.Test;

class ClusterClientTest {
    /** {@link LogOutput} drops the failures of such calls; only this text tells them from others. */
    @Test
    void callOfAClosedClientSaysThatItIsClosed() {
        var client = ClusterClient.connect(new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:1")
                .build());
        client.close();
        assertThatThrownBy(() -> client.pods().inAnyNamespace().list()).hasMessage("Client already closed");
    }
}
