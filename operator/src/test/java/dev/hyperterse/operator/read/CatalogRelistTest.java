package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.resolve.ObjectName;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.model.WorkloadNames;
import dev.hyperterse.operator.read.ClusterEvent.CatalogTouched;
import dev.hyperterse.operator.read.installation.ClusterClient;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.ConfigMapListBuilder;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.ServerRequest;
import io.fabric8.mockwebserver.ServerResponse;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.fabric8.mockwebserver.internal.MockDispatcher;
import java.net.InetAddress;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A watch that breaks, with an API server of which the test decides each list and event. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class CatalogRelistTest {
    private static final ServerKey SHOP = new ServerKey("gateways", "shop");
    private static final ObjectName INDEX = ObjectName.configMap("gateways", "shop-catalog");
    private static final String LIST = "/list";
    private static final String SIGNAL = "/api/v1/namespaces/gateways/configmaps/";

    private final Map<ServerRequest, Queue<ServerResponse>> answers = new ConcurrentHashMap<>();
    private final KubernetesMockServer apiServer =
            new KubernetesMockServer(new Context(), new MockWebServer(), answers, new ShortPaths(answers), false);
    private final BlockingQueue<CatalogTouched> touched = new LinkedBlockingQueue<>();
    private KubernetesClient client;
    private CatalogWatch watch;

    @BeforeEach
    void connect() {
        apiServer.init(InetAddress.getLoopbackAddress(), 0);
        client = ClusterClient.connect(new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + apiServer.getPort())
                .withRequestRetryBackoffLimit(0)
                .withWatchReconnectInterval(10)
                .build());
        watch = new CatalogWatch(client, touched::add);
    }

    @AfterEach
    void close() {
        watch.close();
        client.close();
        apiServer.destroy();
    }

    /** The first inspection after the deletion finds nothing, and the watch reads on without an event. */
    @Test
    void anObjectMissingInAnOldListCountsAsDeletedOnceTheWatchHasReadFurther() throws InterruptedException {
        lists(list("10", index("7")), list("11"));
        watchFrom("10", "expire", expired());
        watchFrom("11", "read-on", bookmark("20"));
        follow();

        // This process writes version 12 while the watch is broken; another writer deletes it.
        signalUntil("expire", () -> !touched.isEmpty());
        assertThat(next()).isEqualTo(new CatalogTouched(SHOP, true));
        assertThat(watch.changedSince(INDEX, "12")).isFalse();

        signalUntil("read-on", () -> watch.changedSince(INDEX, "12"));
        assertThat(touched).isEmpty();
    }

    @Test
    void aListFromAnOldCacheIsNoChange() throws InterruptedException {
        lists(list("10", index("7")), list("8", index("6")));
        watchFrom("10", "expire", expired());
        watchFrom("8", "read-on", new WatchEvent(index("7"), "MODIFIED"));
        follow();

        signalUntil("expire", () -> !touched.isEmpty());
        assertThat(next()).isEqualTo(new CatalogTouched(SHOP, false));
        assertThat(watch.changedSince(INDEX, "7")).isFalse();

        signalUntil("read-on", () -> !touched.isEmpty());
        assertThat(next()).isEqualTo(new CatalogTouched(SHOP, false));
        assertThat(watch.changedSince(INDEX, "7")).isFalse();
        assertThat(watch.changedSince(INDEX, "6")).isTrue();
    }

    @Test
    void aWatchThatEndsInTheMiddleOfAnEventLosesNoChange() throws InterruptedException {
        lists(list("10", index("7")), list("11", index("11")));
        watchFrom("10", "cut", "{\"type\": \"MODIFIED\", \"object\": {\"kind\": \"ConfigM");
        watchFrom("11", "never", bookmark("11"));
        follow();
        assertThat(watch.changedSince(INDEX, "7")).isFalse();

        signalUntil("cut", () -> !touched.isEmpty());
        assertThat(next()).isEqualTo(new CatalogTouched(SHOP, false));
        assertThat(watch.changedSince(INDEX, "7")).isTrue();
    }

    /** Until the first list has been read: one event of the object, and one because older deletions have none. */
    private void follow() throws InterruptedException {
        watch.follow(SHOP, false);
        assertThat(next()).isEqualTo(new CatalogTouched(SHOP, false));
        assertThat(next()).isEqualTo(new CatalogTouched(SHOP, false));
    }

    private CatalogTouched next() throws InterruptedException {
        return touched.poll(1, TimeUnit.MINUTES);
    }

    private void lists(ConfigMapList... lists) {
        for (var list : lists) {
            apiServer.expect().get().withPath(LIST).andReturn(200, list).once();
        }
    }

    /**
     * The watch from that version emits the event whenever the test gives the signal. Not once: the server closes a watch
     * that has nothing left to emit when the signal comes, and that close can overtake the event emitted before.
     */
    private void watchFrom(String version, String signal, Object event) {
        apiServer
                .expect()
                .get()
                .withPath("/watch/" + version)
                .andUpgradeToWebSocket()
                .open()
                .expectHttpRequest(SIGNAL + signal)
                .andEmit(event)
                .always()
                .done()
                .once();
    }

    /** Repeated, because the watch may not be open yet. A client takes an event that it knows already for no change. */
    private void signalUntil(String signal, BooleanSupplier seen) {
        while (!seen.getAsBoolean()) {
            client.configMaps().inNamespace("gateways").withName(signal).get();
        }
    }

    private static WatchEvent expired() {
        return new WatchEvent(
                new StatusBuilder().withCode(410).withReason("Expired").build(), "ERROR");
    }

    private static WatchEvent bookmark(String version) {
        return new WatchEvent(
                new ConfigMapBuilder()
                        .withNewMetadata()
                        .withResourceVersion(version)
                        .endMetadata()
                        .build(),
                "BOOKMARK");
    }

    private static ConfigMapList list(String version, ConfigMap... items) {
        return new ConfigMapListBuilder()
                .withNewMetadata()
                .withResourceVersion(version)
                .endMetadata()
                .withItems(items)
                .build();
    }

    private static ConfigMap index(String version) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(INDEX.namespace())
                .withName(INDEX.name())
                .withResourceVersion(version)
                .addToLabels(WorkloadNames.SERVER_LABEL, SHOP.name())
                .endMetadata()
                .build();
    }

    /** Lists and watches by paths without their queries, of which the client chooses some by lot. */
    private static final class ShortPaths extends MockDispatcher {
        private static final Pattern VERSION = Pattern.compile("resourceVersion=(\\w+)");

        ShortPaths(Map<ServerRequest, Queue<ServerResponse>> answers) {
            super(answers);
        }

        @Override
        public MockResponse dispatch(RecordedRequest request) {
            return super.dispatch(new RecordedRequest(
                    request.getHttpVersion(),
                    request.method(),
                    shorten(request.getPath()),
                    request.getHeaders(),
                    request.getBody()));
        }

        private static String shorten(String path) {
            var version = VERSION.matcher(path);
            return !path.contains("?") ? path : version.find() ? "/watch/" + version.group(1) : LIST;
        }
    }
}
