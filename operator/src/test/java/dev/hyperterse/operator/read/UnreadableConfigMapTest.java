package dev.hyperterse.operator.read;

import static dev.hyperterse.operator.read.FollowedCluster.SHOP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.compiler.resolve.ObjectName;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.compiler.resolve.SharedRoom;
import dev.hyperterse.operator.read.document.AskedDocuments;
import dev.hyperterse.operator.read.document.DocumentWatch;
import dev.hyperterse.operator.read.document.ReadDocument;
import dev.hyperterse.operator.read.kind.NotReadYet;
import dev.hyperterse.operator.workload.apply.ApiFailure;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A definition refers to a ConfigMap that the operator cannot read. The server has definitions of many authors. */
class UnreadableConfigMapTest {
    private static final int FORBIDDEN = 403;
    private static final ServerKey OF_ANOTHER_NAMESPACE = new ServerKey("gateways", "shared");
    private static final ObjectName TEXTS = ObjectName.configMap("shop", "texts");

    @AutoClose
    private final FollowedCluster cluster = new FollowedCluster();

    private final BlockingQueue<ServerKey> concerned = new LinkedBlockingQueue<>();

    @AutoClose
    private final DocumentWatch watch = new DocumentWatch(
            cluster.client(),
            name -> ReadDocument.get(cluster.client(), name),
            new SharedRoom(1 << 20),
            concerned::add);

    @BeforeEach
    void exists() {
        cluster.create(FollowedCluster.configMap("first"));
    }

    @Test
    void isMissingWhereTheOperatorHasNoRightAndReadWhenItIsAllowed() throws InterruptedException {
        cluster.apiServer().refuse("configmaps", FORBIDDEN);
        cluster.apiServer().refuse("texts", FORBIDDEN);
        watch.fetch(OF_ANOTHER_NAMESPACE, Set.of(TEXTS));
        assertIsMissing(TEXTS);

        cluster.apiServer().allow("texts");
        cluster.apiServer().allow("configmaps");
        do {
            // Once for the object that is seen, and once more when all of them are.
            assertThat(concerned.poll(1, TimeUnit.MINUTES)).isEqualTo(OF_ANOTHER_NAMESPACE);
            watch.fetch(OF_ANOTHER_NAMESPACE, Set.of(TEXTS));
        } while (asking(TEXTS).configMap("shop", "texts").isEmpty());
    }

    @Test
    void isMissingAsSoonAsTheRightIsTakenAway() {
        cluster.apiServer().refuse("texts", FORBIDDEN);
        watch.fetch(OF_ANOTHER_NAMESPACE, Set.of(ObjectName.configMap("shop", "others")));
        cluster.apiServer().refuse("configmaps", FORBIDDEN);
        watch.fetch(OF_ANOTHER_NAMESPACE, Set.of(TEXTS));
        assertIsMissing(TEXTS);
    }

    /** Nothing can be published there without a right to ConfigMaps, so nothing is to be compiled without them. */
    @Test
    void keepsAServerOfItsNamespaceAsItIs() {
        cluster.apiServer().refuse("configmaps", FORBIDDEN);
        cluster.apiServer().refuse("texts", FORBIDDEN);
        assertThatThrownBy(() -> watch.fetch(SHOP, Set.of(TEXTS)))
                .isInstanceOf(NotReadYet.class)
                .satisfies(refused -> assertThat(ApiFailure.code(refused)).contains(FORBIDDEN));
    }

    /** The client makes a path of the name: that of another resource, which the operator may not read, or none. */
    @ParameterizedTest
    @ValueSource(strings = {"texts/status", "../status", "two words", "per%cent", "Texts", "texts?watch=true"})
    void isMissingUnderANameThatNoneCanHave(String name) {
        cluster.apiServer().refuse("status", FORBIDDEN);
        var impossible = ObjectName.configMap("shop", name);
        watch.fetch(OF_ANOTHER_NAMESPACE, Set.of(impossible));
        assertIsMissing(impossible);
    }

    private void assertIsMissing(ObjectName name) {
        var asking = asking(name);
        assertThat(asking.missing()).as("is to be read").isEmpty();
        assertThat(asking.configMap(name.namespace(), name.name())).isEmpty();
    }

    private AskedDocuments asking(ObjectName name) {
        var documents = watch.known();
        documents.configMap(name.namespace(), name.name());
        return documents;
    }
}
