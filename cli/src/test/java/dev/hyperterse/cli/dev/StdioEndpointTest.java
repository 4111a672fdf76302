package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(120)
class StdioEndpointTest {
    @TempDir
    private Path folder;

    @Test
    void aConversationOverPipes() throws Exception {
        try (var quickstart = Quickstart.serve(Quickstart.copyTo(folder), folder.resolve("cache"))) {
            var input = Pipe.open();
            var output = Pipe.open();
            var requests = Channels.newOutputStream(input.sink());
            var answers = Channels.newInputStream(output.source());
            var in = Channels.newInputStream(input.source());
            var endpoint = new StdioEndpoint(quickstart.replica(), Channels.newOutputStream(output.sink()));
            var served = Thread.ofVirtual().start(() -> serve(endpoint, in));
            var lines = new BufferedReader(new InputStreamReader(answers, StandardCharsets.UTF_8));

            send(
                    requests,
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                            + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}");
            assertThat(next(lines).at("/result/serverInfo/name").asString()).isEqualTo("shop");

            send(requests, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            send(requests, "");
            send(requests, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");
            assertThat(next(lines).at("/result/tools")).hasSize(2);

            send(requests, "not json");
            assertThat(next(lines).at("/error/code").asInt()).isEqualTo(-32700);

            quickstart.edit("tools.yaml", "The items of one order", "Every item of an order");
            assertThat(next(lines).at("/method").asString()).isEqualTo("notifications/tools/list_changed");

            requests.close();
            served.join();
        }
    }

    private static void serve(StdioEndpoint endpoint, InputStream in) {
        try {
            endpoint.serve(in);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static void send(OutputStream requests, String message) throws IOException {
        requests.write((message + "\n").getBytes(StandardCharsets.UTF_8));
        requests.flush();
    }

    private static JsonNode next(BufferedReader lines) throws IOException {
        return JsonMapper.shared().readTree(lines.readLine());
    }
}
