package dev.hyperterse.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.server.TraceExport;
import dev.hyperterse.catalog.server.TraceExport.Protocol;
import dev.hyperterse.catalog.server.TraceExport.Signal;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.testbed.MetricsPage;
import dev.hyperterse.testbed.otlp.FakeCollector;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsPageTest {
    private static final ValueKey URL = ValueKey.adapter("db", "url");
    private static final Path PAGE = Path.of("src/test/resources/metrics/page.txt");

    @Test
    void metricsPageHasTheFamiliesSeriesAndBoundsThatDashboardsRead(@TempDir Path data) throws Exception {
        var observation = Observation.begin();
        var keys = KeyRing.random();
        try (var collector = new FakeCollector();
                var client = HttpClient.newHttpClient();
                var replica = new Replica(
                        catalog(collector.grpcUrl()),
                        new ReplicaSettings(data, data, () -> keys, false, Handover.standard()),
                        observation)) {
            var port = PublicPort.open(replica, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            var ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
            client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/mcp".formatted(port.port())))
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(ping))
                            .build(),
                    BodyHandlers.discarding());

            var page = observation.metrics().exposition();

            assertThat(MetricsPage.withoutValues(page)).isEqualTo(MetricsPage.kept(PAGE, page));
        }
    }

    private static Catalog catalog(String collector) {
        var open = Servers.searching().catalog(1);
        var adapter = new Adapter(
                "db",
                Adapter.Access.ReadOnly,
                new Adapter.Pool(2, 1, 30_000, 600_000, 1_800_000),
                10_000,
                1000,
                new Engine.Sqlite(URL, Optional.empty(), Map.of()));
        var server = open.server().with(draft -> {
            draft.adapters = List.of(adapter);
            draft.traces =
                    Optional.of(new TraceExport(collector, Protocol.Grpc, 1, Set.of(Signal.Metrics, Signal.Audit)));
        });
        return new Catalog(open.revision(), server, open.leaves(), new ValueSet("v", Map.of(URL, ":memory:")));
    }
}
