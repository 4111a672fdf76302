package dev.hyperterse.operator.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.compiler.resolve.ObjectName;
import dev.hyperterse.operator.model.Ownership;
import dev.hyperterse.operator.read.installation.ClusterClient;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An API server that answers the same request differently from one time to the next. */
class AnswersInSequenceTest {
    private static final ObjectName INDEX = ObjectName.configMap("gateways", "shop-catalog");
    private static final String PATH = "/api/v1/namespaces/gateways/configmaps/shop-catalog";

    private final KubernetesMockServer apiServer = new KubernetesMockServer(false);
    private final AtomicInteger conflicts = new AtomicInteger();
    private KubernetesClient client;
    private ClusterStore store;

    @BeforeEach
    void connect() {
        apiServer.init(InetAddress.getLoopbackAddress(), 0);
        client = ClusterClient.connect(new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + apiServer.getPort())
                .withRequestRetryBackoffInterval(1)
                .build());
        store = new ClusterStore(client, server(), conflicts::incrementAndGet);
    }

    @AfterEach
    void close() {
        client.close();
        apiServer.destroy();
    }

    @Test
    void aThrottledOrFailedReadIsRepeated() {
        for (var code : new int[] {429, 500, 503}) {
            apiServer.expect().get().withPath(PATH).andReturn(code, "").once();
        }
        apiServer.expect().get().withPath(PATH).andReturn(200, index("7")).once();
        assertThat(store.read(INDEX).map(StoredObject::resourceVersion)).contains("7");
    }

    @Test
    void aRefusalIsNotRepeated() {
        apiServer.expect().get().withPath(PATH).andReturn(403, "").once();
        apiServer.expect().get().withPath(PATH).andReturn(200, index("7")).once();
        assertThatThrownBy(() -> store.read(INDEX)).isInstanceOf(ForbiddenException.class);
        assertThat(store.read(INDEX)).as("the right is back").isPresent();
    }

    /** It is stored, or not: the next read says which. */
    @Test
    void aWriteThatFailsAndThenConflictsIsAConflict() {
        apiServer.expect().put().withPath(PATH).andReturn(500, "").once();
        apiServer.expect().put().withPath(PATH).andReturn(409, "").once();
        assertThat(store.write(INDEX, Map.of(), Optional.of("7"))).isEmpty();
        assertThat(conflicts).hasValue(1);
    }

    private static ConfigMap index(String version) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(INDEX.namespace())
                .withName(INDEX.name())
                .withResourceVersion(version)
                .withOwnerReferences(Ownership.of(server()))
                .endMetadata()
                .build();
    }

    private static ConfigMap server() {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName("shop")
                .withUid("uid-1")
                .endMetadata()
                .build();
    }
}
