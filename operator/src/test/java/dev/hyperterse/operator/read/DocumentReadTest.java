package dev.hyperterse.operator.read;

import static dev.hyperterse.operator.read.FollowedCluster.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.resolve.ObjectName;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.compiler.resolve.SharedRoom;
import dev.hyperterse.operator.read.document.DocumentWatch;
import dev.hyperterse.operator.read.document.ReadDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Documents change while one of them is read. */
class DocumentReadTest {
    private static final ServerKey STORE = new ServerKey("shop", "store");
    private static final ObjectName TEXTS = ObjectName.configMap("shop", "texts");
    private static final ObjectName PAGES = ObjectName.configMap("shop", "pages");

    @AutoClose
    private final FollowedCluster cluster = new FollowedCluster();

    private final BlockingQueue<ServerKey> concerned = new LinkedBlockingQueue<>();
    private final List<ObjectName> reads = new ArrayList<>();
    private Runnable duringNextRead = () -> {};

    @AutoClose
    private final DocumentWatch watch =
            new DocumentWatch(cluster.client(), this::read, new SharedRoom(1 << 20), concerned::add);

    @BeforeEach
    void isReadForTheStore() {
        cluster.create(FollowedCluster.configMap("first"), FollowedCluster.configMap("pages", "first"));
        watch.fetch(STORE, Set.of(TEXTS));
        reads.clear();
    }

    /** Documents of other servers may change more often than one is read. */
    @Test
    void aChangeOfAnotherDocumentDoesNotRepeatARead() {
        duringNextRead = this::changeTexts;
        watch.fetch(SHOP, Set.of(PAGES));
        assertThat(reads).containsExactly(PAGES);
        assertThat(missing()).isEmpty();
    }

    @Test
    void aDocumentThatChangesDuringItsReadIsReadByTheNextCompile() {
        duringNextRead = () -> {
            cluster.client()
                    .resource(FollowedCluster.configMap("pages", "second"))
                    .update();
            // One watch shows both, in this order.
            changeTexts();
        };
        watch.fetch(SHOP, Set.of(PAGES));
        assertThat(reads).containsExactly(PAGES);
        assertThat(missing()).containsExactly(PAGES);
        watch.fetch(SHOP, Set.of(PAGES));
        assertThat(missing()).isEmpty();
    }

    @Test
    void aDocumentThatChangesDuringEachReadIsCompiledAsItWasRead() throws InterruptedException {
        duringNextRead = () -> {
            cluster.client()
                    .resource(FollowedCluster.configMap("pages", "second"))
                    .update();
            changeTexts();
        };
        var compile = watch.known(watch.fetch(SHOP, Set.of(PAGES)));
        assertThat(compile.configMap(PAGES.namespace(), PAGES.name()).flatMap(it -> it.find("text")))
                .contains("first");
        assertThat(compile.missing()).isEmpty();

        watch.used(SHOP, compile);
        assertThat(concerned.poll(1, TimeUnit.MINUTES))
                .as("is compiled again with what it is by now")
                .isEqualTo(SHOP);
    }

    @Test
    void aDocumentWithoutRoomIsReadOnceThereIsRoom() {
        var forOne = new SharedRoom(600);
        try (var small = new DocumentWatch(cluster.client(), this::read, forOne, concerned::add)) {
            small.fetch(STORE, Set.of(TEXTS));
            small.fetch(SHOP, Set.of(PAGES));
            assertThat(text(small, PAGES)).isEmpty();
            assertThat(small.known().hasNoRoomFor(PAGES, false)).isTrue();
            assertThat(small.known().hasNoRoomFor(PAGES, true))
                    .as("a definition does not learn of a ConfigMap that it may not read")
                    .isFalse();

            small.unused(STORE);

            assertThat(concerned).containsExactly(SHOP);
            small.fetch(SHOP, Set.of(PAGES));
            assertThat(text(small, PAGES)).contains("first");
        }
    }

    @Test
    void anEditedDocumentDoesNotLoseItsRoomToAnotherOne() throws InterruptedException {
        var affected = new LinkedBlockingQueue<ServerKey>();
        try (var small = new DocumentWatch(cluster.client(), this::read, new SharedRoom(600), affected::add)) {
            small.fetch(STORE, Set.of(TEXTS));
            small.fetch(SHOP, Set.of(PAGES));
            assertThat(small.known().hasNoRoomFor(PAGES, false)).isTrue();

            cluster.client().resource(FollowedCluster.configMap("other")).update();

            assertThat(affected.poll(1, TimeUnit.MINUTES)).isEqualTo(STORE);
            // The other one is read first.
            small.fetch(SHOP, Set.of(PAGES));
            small.fetch(STORE, Set.of(TEXTS));
            assertThat(text(small, TEXTS)).contains("other");
            assertThat(small.known().hasNoRoomFor(PAGES, false)).isTrue();

            small.unused(STORE);
            small.fetch(SHOP, Set.of(PAGES));
            assertThat(text(small, PAGES)).contains("first");
        }
    }

    @Test
    void aDocumentThatIsNoLongerUsedBeforeItIsReadAgainLeavesItsRoom() throws InterruptedException {
        var affected = new LinkedBlockingQueue<ServerKey>();
        try (var small = new DocumentWatch(cluster.client(), this::read, new SharedRoom(600), affected::add)) {
            small.fetch(STORE, Set.of(TEXTS));
            cluster.client().resource(FollowedCluster.configMap("other")).update();
            assertThat(affected.poll(1, TimeUnit.MINUTES)).isEqualTo(STORE);
            small.unused(STORE);
            small.fetch(SHOP, Set.of(PAGES));
            assertThat(text(small, PAGES)).contains("first");
        }
    }

    private static Optional<String> text(DocumentWatch documents, ObjectName name) {
        return documents.known().configMap(name.namespace(), name.name()).flatMap(entries -> entries.find("text"));
    }

    private Set<ObjectName> missing() {
        var documents = watch.known();
        documents.configMap(PAGES.namespace(), PAGES.name());
        return documents.missing();
    }

    private ReadDocument read(ObjectName name) {
        var document = ReadDocument.get(cluster.client(), name);
        reads.add(name);
        var during = duringNextRead;
        duringNextRead = () -> {};
        during.run();
        return document;
    }

    private void changeTexts() {
        cluster.client().resource(FollowedCluster.configMap("second")).update();
        try {
            assertThat(concerned.poll(1, TimeUnit.MINUTES)).isEqualTo(STORE);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
