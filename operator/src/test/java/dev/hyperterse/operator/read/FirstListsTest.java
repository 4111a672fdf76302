package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.read.installation.ClusterClient;
import dev.hyperterse.operator.read.kind.InformerSubscription;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FirstListsTest {
    private static final int KINDS = 5;

    private final BlockingQueue<URI> asked = new LinkedBlockingQueue<>();
    private final HttpServer apiServer;

    FirstListsTest() throws IOException {
        apiServer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        apiServer.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI());
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });
        apiServer.start();
    }

    @AfterEach
    void stop() {
        apiServer.stop(0);
    }

    @Test
    void aScopeOfNamespacesAsksForNothingElse() throws InterruptedException {
        try (var client = client();
                var view = new ClusterView(client, Scope.of(List.of("team-b", "team-a")))) {
            view.start();
            assertThat(firstLists(2 * KINDS).keySet())
                    .allMatch(path -> path.contains("/namespaces/team-a/") || path.contains("/namespaces/team-b/"));
        }
    }

    /** Resource version 0 lets an API server answer from its cache, however old; a list in pages is a consistent read. */
    @Test
    void firstListsAreNeverAnsweredFromAnOldCache() throws InterruptedException {
        try (var client = client();
                var view = new ClusterView(client, Scope.everywhere())) {
            view.start();
            assertThat(firstLists(KINDS)).hasSize(KINDS).allSatisfy((kind, query) -> assertThat(query)
                    .as(kind)
                    .contains("limit=" + InformerSubscription.PAGE)
                    .doesNotContain("resourceVersion=0"));
        }
    }

    /** By default the operator has a heap of 179 MiB; the client holds the text of each page twice. */
    @Test
    void pagesOfTheLargestObjectsFitIntoHalfOfTheHeap() {
        var largestObject = 3L << 19;
        assertThat(KINDS * InformerSubscription.PAGE * largestObject * 2).isLessThan(179L << 19);
    }

    private KubernetesClient client() {
        return ClusterClient.connect(new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + apiServer.getAddress().getPort())
                .withRequestRetryBackoffLimit(0)
                .build());
    }

    private Map<String, String> firstLists(int paths) throws InterruptedException {
        var lists = new HashMap<String, String>();
        while (lists.size() < paths) {
            var next = Optional.ofNullable(asked.poll(1, TimeUnit.MINUTES)).orElseThrow();
            lists.putIfAbsent(
                    next.getPath(), Optional.ofNullable(next.getQuery()).orElse(""));
        }
        return lists;
    }
}
