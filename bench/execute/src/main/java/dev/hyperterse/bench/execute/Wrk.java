package dev.hyperterse.bench.execute;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** The load generator {@code wrk}, one thread of it. */
final class Wrk implements Generator {
    private static final String PROGRAM = "wrk";

    /** The script that prints the end of a run: counts, and percentiles in microseconds, as one line of JSON. */
    private static final String SCRIPT = """
            local order = 0
            request = function()
              order = order %% %d + 1
              local body = '{"jsonrpc":"2.0","id":' .. order .. ',"method":"%s","params":%s}'
              return wrk.format("POST", "/mcp", {
                ["Content-Type"] = "application/json",
                %s
                ["Accept"] = "application/json, text/event-stream"
              }, body)
            end
            done = function(summary, latency)
              local errors = summary.errors
              io.write(string.format(
                '{"calls":%%d,"micros":%%d,"failed":%%d,"p50":%%d,"p90":%%d,"p99":%%d,"p999":%%d}\\n',
                summary.requests, summary.duration,
                errors.connect + errors.read + errors.write + errors.status + errors.timeout,
                latency:percentile(50), latency:percentile(90), latency:percentile(99), latency:percentile(99.9)))
            end
            """;

    private static String headers(Contender contender) {
        return contender.headers().entrySet().stream()
                .map(it -> "[\"%s\"] = \"%s\",".formatted(it.getKey(), it.getValue()))
                .collect(Collectors.joining(" "));
    }

    static boolean isInstalled() throws InterruptedException {
        try {
            return new ProcessBuilder(PROGRAM, "--version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    >= 0;
        } catch (IOException missing) {
            return false;
        }
    }

    @Override
    public String name() {
        return PROGRAM;
    }

    @Override
    public Figures run(Contender contender, int connections, Duration duration)
            throws IOException, InterruptedException {
        var script = Files.createTempFile("bench-execute", ".lua");
        try {
            var params = contender.params().replace("%d", "' .. order .. '");
            Files.writeString(script, SCRIPT.formatted(Orders.COUNT, contender.method(), params, headers(contender)));
            return figures(contender, run(script, contender.port(), connections, duration));
        } finally {
            Files.delete(script);
        }
    }

    private static String run(Path script, int port, int connections, Duration duration)
            throws IOException, InterruptedException {
        var process = new ProcessBuilder(List.of(
                        PROGRAM,
                        "-t1",
                        "-c" + connections,
                        "-d" + duration.toSeconds() + "s",
                        "--timeout",
                        "30s",
                        "-s",
                        script.toString(),
                        "http://127.0.0.1:%d/mcp".formatted(port)))
                .redirectErrorStream(true)
                .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("wrk failed: " + said);
        }
        return said;
    }

    private static Figures figures(Contender contender, String said) throws IOException {
        var line = said.lines()
                .filter(text -> text.startsWith("{\"calls\""))
                .findFirst()
                .orElseThrow(() -> new IOException("wrk said no figures: " + said));
        var json = JsonMapper.shared().readTree(line);
        if (json.get("failed").asLong() > 0) {
            throw new IOException("%s: %d calls failed under load"
                    .formatted(contender.name(), json.get("failed").asLong()));
        }
        var calls = json.get("calls").asLong();
        return new Figures(
                calls / (json.get("micros").asDouble() / 1e6),
                json.get("p50").asDouble() / 1000,
                json.get("p90").asDouble() / 1000,
                json.get("p99").asDouble() / 1000,
                json.get("p999").asDouble() / 1000,
                calls);
    }
}
