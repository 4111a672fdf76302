package dev.hyperterse.cli.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.cli.upstream.DefinitionsFile;
import dev.hyperterse.cli.upstream.UpstreamServer;
import dev.hyperterse.testbed.Requirement;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The official server of examples behind ours: its tools, prompts, resources and templates. */
@Timeout(180)
class EverythingServerIT {
    private static final Path MANIFESTS =
            Path.of("src/test/resources/dev/hyperterse/cli/clients/everything").toAbsolutePath();

    @TempDir
    private Path folder;

    @Test
    void whatItHasIsServedAsItIs() throws IOException {
        var tools = Requirement.fulfil(() -> ClientTools.ofNode("everything"));
        try (var everything = tools.serve(
                List.of(
                        "node_modules/.bin/node",
                        "node_modules/@modelcontextprotocol/server-everything/dist/index.js",
                        "streamableHttp"),
                "PORT")) {
            var upstream = URI.create("http://127.0.0.1:" + everything.port() + "/mcp");
            var definitions = definitions(upstream);
            assertThat(definitions.lists().keySet()).containsExactly(UpstreamDefinition.values());
            try (var server = Quickstart.serve(manifests(upstream, definitions), folder.resolve("cache"))) {
                for (var kind : UpstreamDefinition.values()) {
                    assertThat(keys(server, kind))
                            .as(kind.word())
                            .containsExactlyInAnyOrderElementsOf(definitions.lists().get(kind).keySet().stream()
                                    .map(it -> kind == UpstreamDefinition.PROMPT ? "its-" + it : it)
                                    .toList());
                }
                assertThat(server.request(
                                        "prompts/get",
                                        "{\"name\":\"its-args-prompt\",\"arguments\":{\"city\":\"Oslo\"}}")
                                .at("/result/messages/0/content/text")
                                .asString())
                        .contains("Oslo");
                for (var uri :
                        definitions.lists().get(UpstreamDefinition.RESOURCE).keySet()) {
                    assertThat(read(server, uri).at("/result/contents/0/uri").asString())
                            .isEqualTo(uri);
                }
                assertThat(read(server, "demo://resource/dynamic/text/7")
                                .at("/result/contents/0/text")
                                .asString())
                        .startsWith("Resource 7");
                assertThat(read(server, "demo://resource/dynamic/blob/7")
                                .at("/result/contents/0/blob")
                                .asString())
                        .isNotEmpty();
                assertThat(read(server, "demo://resource/dynamic/text/none")
                                .at("/error/message")
                                .asString())
                        .contains("Unknown resource");
                assertThat(server.request("tools/call", "{\"name\":\"echo\",\"arguments\":{\"message\":\"hello\"}}")
                                .at("/result/content/0/text")
                                .asString())
                        .contains("hello");
                var prompt = "{\"type\":\"ref/prompt\",\"name\":\"its-completable-prompt\"}";
                assertThat(completed(server, prompt, "department", "S", "")).containsExactly("Sales", "Support");
                var chosen = ",\"context\":{\"arguments\":{\"department\":\"Engineering\"}}";
                assertThat(completed(server, prompt, "name", "B", chosen)).containsExactly("Bob");
                var template = "{\"type\":\"ref/resource\",\"uri\":\"demo://resource/dynamic/text/{resourceId}\"}";
                assertThat(completed(server, template, "resourceId", "7", "")).containsExactly("7");
                assertThat(definitions.differences(definitions(upstream))).isEmpty();
                assertThat(server.told()).doesNotContain("has changed").doesNotContain("has no");
            }
        }
    }

    private static DefinitionsFile definitions(URI upstream) {
        return DefinitionsFile.of(
                new UpstreamServer(upstream, Map.of()).definitions(EnumSet.allOf(UpstreamDefinition.class)));
    }

    private static List<String> keys(Quickstart server, UpstreamDefinition kind) {
        return server.request(kind.method(), "{}")
                .at("/result/" + kind.list())
                .valueStream()
                .map(kind::key)
                .toList();
    }

    private static JsonNode read(Quickstart server, String uri) {
        return server.request("resources/read", "{\"uri\":\"" + uri + "\"}");
    }

    private static List<String> completed(
            Quickstart server, String reference, String argument, String typed, String more) {
        var params = "{\"ref\":%s,\"argument\":{\"name\":\"%s\",\"value\":\"%s\"}%s}"
                .formatted(reference, argument, typed, more);
        return server.request("completion/complete", params)
                .at("/result/completion/values")
                .valueStream()
                .map(JsonNode::asString)
                .toList();
    }

    private Path manifests(URI upstream, DefinitionsFile definitions) throws IOException {
        var directory = Files.createDirectory(folder.resolve("manifests"));
        Files.copy(MANIFESTS.resolve("kustomization.yaml"), directory.resolve("kustomization.yaml"));
        Files.writeString(
                directory.resolve("gateway.yaml"),
                Files.readString(MANIFESTS.resolve("gateway.yaml")).formatted(upstream));
        Files.writeString(directory.resolve("definitions.json"), definitions.text());
        return directory;
    }
}
