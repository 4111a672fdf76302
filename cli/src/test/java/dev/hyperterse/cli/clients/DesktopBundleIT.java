package dev.hyperterse.cli.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.agent.DesktopBundle;
import dev.hyperterse.cli.agent.Endpoint;
import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.testbed.Requirement;
import dev.hyperterse.testbed.ReservedPort;
import dev.hyperterse.testbed.TestbedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An extension as Claude Desktop uses it: unpacked, filled in, and started with messages on its standard input. */
class DesktopBundleIT {
    private static final String MODERN =
            "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"a\",\"version\":\"1\"}}}";
    private static final String INITIALIZED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    private static final String PING = message(7, "ping");

    @TempDir
    private Path folder;

    @Test
    void callsReachTheServer() throws Exception {
        try (var quickstart = Quickstart.serve(Quickstart.copyTo(folder), folder.resolve("cache"))) {
            var answers = answers(
                    quickstart.url(),
                    List.of(
                            INITIALIZE,
                            INITIALIZED,
                            "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"execute\",\"arguments\":{\"tool\":\"low-stock\",\"inputs\":{}}}}",
                            "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"execute\",\"arguments\":{\"tool\":\"low-stock\",\"inputs\":{}},"
                                    + MODERN + "}}"));
            assertThat(answers.get(0).path("result").path("serverInfo").has("name"))
                    .isTrue();
            assertThat(answers.get(1).toString()).contains("Moka pot");
            assertThat(answers.get(2).toString()).contains("Moka pot");
        }
    }

    @Test
    void serverThatIsAwayIsSaidToTheClient() throws Exception {
        try (var port = new ReservedPort()) {
            var answers = answers(URI.create("http://127.0.0.1:" + port.number() + "/mcp"), List.of(PING));
            assertThat(answers.getFirst().path("id").intValue()).isEqualTo(7);
            assertThat(answers.getFirst().path("error").path("code").intValue()).isEqualTo(-32000);
            assertThat(answers.getFirst().path("error").path("message").stringValue())
                    .contains("ECONNREFUSED");
        }
    }

    /** Clients on standard input never begin a second session, and sessions end after a day. */
    @Test
    void sessionThatHasEndedIsFollowedByAnother() throws Exception {
        try (var server = new ForgetfulServer()) {
            var answers = answers(server.url(), List.of(INITIALIZE, INITIALIZED, PING, PING));
            assertThat(answers.get(1).path("result").path("session").stringValue())
                    .isEqualTo("1");
            assertThat(answers.get(2).path("result").path("session").stringValue())
                    .isEqualTo("2");
            assertThat(server.ended()).containsExactly("2");
        }
    }

    @Test
    void errorsOfTheProtocolAndNumbersArePassedOnAsTheyAre() throws Exception {
        try (var server = new ForgetfulServer()) {
            assertThat(lines(server.url(), List.of(message(8, "exact")))).containsExactly(ForgetfulServer.EXACT);
            assertThat(answers(server.url(), List.of(message(9, "refused")))
                            .getFirst()
                            .path("error")
                            .path("code"))
                    .asString()
                    .isEqualTo("-32022");
            assertThat(answers(server.url(), List.of(message(10, "cut")))
                            .getFirst()
                            .path("error")
                            .path("message"))
                    .asString()
                    .contains("ended without an answer");
        }
    }

    @Test
    void lineThatIsNoMessageEndsNothing() throws Exception {
        try (var server = new ForgetfulServer()) {
            assertThat(lines(server.url(), List.of("not \"id\"", message(8, "exact"))))
                    .last()
                    .isEqualTo(ForgetfulServer.EXACT);
        }
    }

    @Test
    void valuesOfHeadersAreAskedForAndNotPassedOn() throws IOException {
        var manifest = unpacked(URI.create("https://shop.example.com/mcp"));
        assertThat(manifest.toString())
                .contains("X-API-Key", "\"sensitive\":true")
                .doesNotContain("hidden");
        assertThat(manifest.path("server")
                        .path("mcp_config")
                        .path("env")
                        .path("HEADER_1")
                        .stringValue())
                .isEqualTo("${user_config.header_1}");
    }

    private static String message(int id, String method) {
        return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\"}".formatted(id, method);
    }

    private List<JsonNode> answers(URI url, List<String> messages) throws Exception {
        return lines(url, messages).stream()
                .map(line -> JsonMapper.shared().readTree(line))
                .toList();
    }

    private List<String> lines(URI url, List<String> messages) throws Exception {
        var command = new ArrayList<>(List.of("node"));
        unpacked(url)
                .path("server")
                .path("mcp_config")
                .path("args")
                .forEach(word -> command.add(word.stringValue().replace("${__dirname}", folder.toString())));
        var program = Requirement.fulfil(() -> {
            try {
                var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
                builder.environment().put("HEADER_1", "anything");
                return builder.start();
            } catch (IOException absent) {
                throw new TestbedException("needs Node.js", absent);
            }
        });
        var answers = new ArrayList<String>();
        try (var input = program.outputWriter(StandardCharsets.UTF_8);
                var output = program.inputReader(StandardCharsets.UTF_8)) {
            for (var message : messages) {
                input.write(message + "\n");
                input.flush();
                if (message.contains("\"id\"")) {
                    answers.add(output.readLine());
                }
            }
        }
        assertThat(program.waitFor()).isZero();
        return answers;
    }

    private JsonNode unpacked(URI url) throws IOException {
        var bundle = new ByteArrayOutputStream();
        new DesktopBundle("shop", new Endpoint.Http(url, Map.of("X-API-Key", "hidden"))).writeTo(bundle);
        try (var zip = new ZipInputStream(new ByteArrayInputStream(bundle.toByteArray()))) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                var file = folder.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                Files.write(file, zip.readAllBytes());
            }
        }
        return JsonMapper.shared().readTree(Files.readString(folder.resolve("manifest.json")));
    }
}
