package dev.hyperterse.operator.read.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.resolve.ObjectName;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.operator.TestNamespace;
import dev.hyperterse.operator.read.installation.ClusterClient;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With the rights of the installation, which come and go. */
@RealApiServer
class DocumentWatchIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final String OPERATOR = "system:serviceaccount:" + TestNamespace.SYSTEM + ":hyperterse-operator";

    private final Semaphore concerned = new Semaphore(0);
    private TestNamespace namespace;
    private KubernetesClient client;
    private DocumentWatch watch;
    private ServerKey shop;
    private ObjectName database;

    @BeforeEach
    void follow(ControlPlane controlPlane) {
        namespace = TestNamespace.openToTheOperator(controlPlane, "shop");
        client = ClusterClient.connect(new ConfigBuilder(Config.empty())
                .withMasterUrl(controlPlane.url())
                .withCaCertFile(controlPlane.certificateAuthority().toString())
                .withOauthToken(namespace.operatorToken())
                .build());
        watch = new DocumentWatch(client, _ -> concerned.release());
        shop = new ServerKey(namespace.name(), "shop");
        database = ObjectName.secret(namespace.name(), "database");
    }

    @AfterEach
    void close() {
        watch.close();
        client.close();
        namespace.anywhere("delete", "namespace", namespace.name(), "--wait=false");
    }

    @Test
    void aRightThatWasTakenAwayIsUsedWhenItIsBack() throws InterruptedException {
        namespace.kubectl("create", "secret", "generic", "database", "--from-literal=password=first");
        watch.fetch(shop, Set.of(database));
        assertThat(isKnown()).isTrue();

        namespace.kubectl("delete", "-f", "../install/gateway-namespace.yaml");
        awaitRefusal();
        concerned.drainPermits();
        namespace.kubectl("patch", "secret/database", "-p", "{\"stringData\":{\"password\":\"second\"}}");
        do {
            // Also of what the watch has seen before.
            hear();
            watch.fetch(shop, Set.of(database));
        } while (!isForbidden());

        concerned.drainPermits();
        namespace.kubectl("apply", "-f", "../install/gateway-namespace.yaml");
        do {
            // Once for the object that is seen, and once more when all of them are.
            hear();
            watch.fetch(shop, Set.of(database));
        } while (isForbidden());
        assertThat(isKnown()).isTrue();
    }

    @Test
    void labellingAConfigMapMakesItReadable() throws InterruptedException {
        namespace.kubectl("create", "configmap", "texts", "--from-literal=page=hello");
        var texts = ObjectName.configMap(namespace.name(), "texts");
        watch.fetch(shop, Set.of(texts));
        assertThat(isReadable(texts)).isFalse();

        concerned.drainPermits();
        namespace.kubectl("label", "configmap", "texts", "hyperterse.dev/readable=true");
        do {
            hear();
            watch.fetch(shop, Set.of(texts));
        } while (!isReadable(texts));
    }

    /** A copy of an object of the operator has its labels, too. */
    @Test
    void anObjectWithTheLabelOfAServerIsFollowed() throws InterruptedException {
        namespace.kubectl("create", "secret", "generic", "database", "--from-literal=password=first");
        namespace.kubectl("label", "secret", "database", "hyperterse.dev/server=shop");
        watch.fetch(shop, Set.of(database));
        assertThat(isKnown()).isTrue();

        concerned.drainPermits();
        namespace.kubectl("patch", "secret/database", "-p", "{\"stringData\":{\"password\":\"second\"}}");
        while (isKnown()) {
            hear();
        }
    }

    @Test
    void objectsOfTheOperatorAreNotReadAsDocuments() {
        namespace.kubectl("create", "secret", "generic", "database", "--from-literal=password=first");
        namespace.kubectl("label", "secret", "database", "app.kubernetes.io/managed-by=hyperterse-operator");
        watch.fetch(shop, Set.of(database));
        assertThat(isKnown()).isFalse();
    }

    /** Any author of a definition may write one. The client makes the path of a subresource of it, which is forbidden. */
    @Test
    void aConfigMapOfAnImpossibleNameIsMissing() {
        var impossible = ObjectName.configMap(namespace.name(), "texts/status");
        watch.fetch(shop, Set.of(impossible));
        var documents = watch.known();
        assertThat(documents.configMap(namespace.name(), "texts/status")).isEmpty();
        assertThat(documents.missing()).isEmpty();
    }

    private boolean isReadable(ObjectName name) {
        return watch.known()
                .configMap(name.namespace(), name.name())
                .orElseThrow()
                .readable();
    }

    private boolean isKnown() {
        return watch.known().secret(namespace.name(), database.name()).isPresent();
    }

    private boolean isForbidden() {
        return watch.known().forbids(database);
    }

    private void hear() throws InterruptedException {
        assertThat(concerned.tryAcquire(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as("the server hears of it")
                .isTrue();
    }

    /** Authorization follows its objects a moment later. */
    private void awaitRefusal() {
        var deadline = Instant.now().plus(PATIENCE);
        while (namespace
                .attempt("auth", "can-i", "get", "secrets", "--as=" + OPERATOR)
                .succeeded()) {
            assertThat(Instant.now()).isBefore(deadline);
            LockSupport.parkNanos(100_000_000);
        }
    }
}
