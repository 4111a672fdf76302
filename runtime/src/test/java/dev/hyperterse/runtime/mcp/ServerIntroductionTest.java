package dev.hyperterse.runtime.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Icon;
import dev.hyperterse.catalog.server.ServerInfo;
import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServerIntroductionTest {
    private static final Icon ICON = new Icon(
            "https://shop.example.com/icon.png", Optional.of("image/png"), List.of("48x48"), Optional.of("light"));

    @Test
    void clientsOfBothErasSeeTheDescriptionAndTheIconsOfTheServer() throws Exception {
        var icons = Leaves.json("[{\"src\":\"https://shop.example.com/icon.png\",\"mimeType\":\"image/png\","
                + "\"sizes\":[\"48x48\"],\"theme\":\"light\"}]");
        try (var endpoint = new TestEndpoint(catalog())) {
            var initialized = endpoint.call(
                    "initialize",
                    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                            + "\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}");
            var discovered = ModernRequest.of("server/discover").answer(endpoint);

            for (var info : List.of(
                    initialized.at("/result/serverInfo"),
                    discovered.at("/result/_meta").get("io.modelcontextprotocol/serverInfo"))) {
                assertThat(info.get("icons")).isEqualTo(icons);
                assertThat(info.get("description").stringValue()).isEqualTo("Orders and customers of the shop");
            }
        }
    }

    private static Catalog catalog() {
        var catalog = Servers.searching().catalog(1);
        return new Catalog(
                catalog.revision(),
                catalog.server()
                        .with(draft -> draft.info = new ServerInfo(
                                "shop",
                                Optional.empty(),
                                Optional.of("Orders and customers of the shop"),
                                "1.0.0",
                                Optional.empty(),
                                Optional.of("https://shop.example.com"),
                                List.of(ICON))),
                catalog.leaves(),
                catalog.values());
    }
}
