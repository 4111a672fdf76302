package dev.hyperterse.operator.read;

import static dev.hyperterse.operator.read.FollowedCluster.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.resolve.ObjectName;
import dev.hyperterse.compiler.resolve.ServerKey;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A document that one server has read, and that another one begins to refer to. */
class SharedDocumentTest {
    private static final ServerKey STORE = new ServerKey("shop", "store");
    private static final ObjectName TEXTS = ObjectName.configMap("shop", "texts");

    @AutoClose
    private final FollowedCluster cluster = new FollowedCluster();

    @BeforeEach
    void isReadForTheStore() throws InterruptedException {
        cluster.create(FollowedCluster.configMap("first"));
        cluster.follow();
        cluster.read(STORE, TEXTS);
    }

    @Test
    void aServerIsCompiledAgainWhenItChangedDuringItsCompile() throws InterruptedException {
        var compile = cluster.asking(TEXTS);
        assertThat(compile.missing()).isEmpty();
        change();
        cluster.await(new ClusterEvent.ServerAffected(STORE));
        cluster.view().documents().used(SHOP, compile);
        cluster.await(new ClusterEvent.ServerAffected(SHOP));
    }

    @Test
    void aServerIsCompiledAgainWhenItWasReadAnewDuringItsCompile() throws InterruptedException {
        var compile = cluster.asking(TEXTS);
        change();
        cluster.await(new ClusterEvent.ServerAffected(STORE));
        cluster.read(STORE, TEXTS);
        cluster.view().documents().used(SHOP, compile);
        cluster.await(new ClusterEvent.ServerAffected(SHOP));
    }

    /** Nobody follows it then, until it is read again. */
    @Test
    void aServerIsCompiledAgainWhenTheOthersDroppedItDuringItsCompile() throws InterruptedException {
        var compile = cluster.asking(TEXTS);
        cluster.view().documents().unused(STORE);
        cluster.view().documents().used(SHOP, compile);
        cluster.await(new ClusterEvent.ServerAffected(SHOP));
        cluster.read(TEXTS);
        change();
        cluster.await(new ClusterEvent.ServerAffected(SHOP));
    }

    private void change() {
        cluster.client().resource(FollowedCluster.configMap("second")).update();
    }
}
