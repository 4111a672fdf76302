package dev.hyperterse.bench.execute;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * Starts the database and the contenders, checks their answers, loads them in turns and prints what it saw. All of it several
 * times: two processes of the same server differ by a tenth, because they compile the same code differently.
 */
final class ExecuteBench {
    private static final int POOL = 8;
    private static final int[] CONNECTIONS = {1, 16, 64};
    private static final int MOST = 64;
    /** The replica that keeps results, asked for a prompt: what a request costs there without a result. */
    private static final String CONSTANT = "constant";

    private final Duration warmUp;
    private final Duration settling;
    private final Duration round;
    private final int rounds;
    private final int starts;
    private final Map<String, List<Row>> seen = new LinkedHashMap<>();

    private record Row(Figures load, double cpuMicros, double switches, double bytes) {}

    private final Generator generator;

    private final Orders orders;

    /** The second replica, which the first one is compared with. */
    private final Second second;

    /** Whether the first replica is asked in MCP 2026-07-28 as well. */
    private final boolean modern;

    private enum Second {
        /** On an adapter that writes. */
        WRITING("read-write", "ReadWrite"),
        /** With results that are kept. */
        CACHED("cached", "ReadOnly");

        private final String contender;
        private final String access;

        Second(String contender, String access) {
            this.contender = contender;
            this.access = access;
        }
    }

    private ExecuteBench(Generator generator, Orders orders, Second second, boolean modern, boolean quick) {
        this.generator = generator;
        this.orders = orders;
        this.second = second;
        this.modern = modern;
        this.warmUp = Duration.ofSeconds(quick ? 10 : 15);
        this.settling = Duration.ofSeconds(quick ? 2 : 4);
        this.round = Duration.ofSeconds(quick ? 3 : 5);
        this.rounds = 2;
        this.starts = quick ? 1 : 3;
    }

    /**
     * Arguments: the program of MCP Toolbox, and perhaps {@code --quick}, {@code --mysql}, {@code --cached}, {@code --modern}, {@code --rows N};
     * with {@code --calls N} the heap over so many calls is measured instead.
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var options = List.of(arguments);
        var quick = options.contains("--quick");
        var orders = options.contains("--rows") ? Orders.of(options.get(options.indexOf("--rows") + 1)) : new Orders(1);
        try (var database = options.contains("--mysql") ? LoadedMariaDb.start() : LoadedPostgres.start()) {
            var second = options.contains("--cached") ? Second.CACHED : Second.WRITING;
            if (options.contains("--calls")) {
                var calls = Long.parseLong(options.get(options.indexOf("--calls") + 1));
                var kind = second == Second.CACHED ? second.contender : "uncached";
                new HeapOverCalls(Generator.best(), database, orders, kind).run(calls);
                System.exit(0);
            }
            var bench = new ExecuteBench(Generator.best(), orders, second, options.contains("--modern"), quick);
            for (var start = 0; start < bench.starts; start++) {
                bench.run(database, Path.of(arguments[0]));
            }
            bench.print(database.engine());
        }
        System.exit(0);
    }

    private void run(LoadedDatabase database, Path toolbox) throws IOException, InterruptedException {
        var pool = Integer.toString(POOL);
        var rows = Integer.toString(orders.rows());
        var work = Files.createTempDirectory("bench-execute");
        var configuration = Files.writeString(work.resolve("tools.yaml"), database.toolbox(orders, POOL));
        var executeTool = "{\"name\":\"execute\",\"arguments\":{\"tool\":\"order-by-id\",\"inputs\":{\"id\":%d}}}";
        var directTool = "{\"name\":\"order_by_id\",\"arguments\":{\"id\":%d}}";
        try (var product = Contender.java(
                        "hyperterse",
                        ProductServer.class,
                        executeTool,
                        database.url(),
                        database.username(),
                        database.password(),
                        pool,
                        rows,
                        "ReadOnly");
                var other = Contender.java(
                        second.contender,
                        ProductServer.class,
                        executeTool,
                        database.url(),
                        database.username(),
                        database.password(),
                        pool,
                        rows,
                        second.access,
                        second.contender);
                var bare = Contender.java(
                        "bare",
                        BareServer.class,
                        directTool,
                        database.jdbcUrl(),
                        database.username(),
                        database.password(),
                        pool,
                        rows);
                var peer = Contender.toolbox(toolbox, configuration, work.resolve("toolbox.log"))) {
            var answering = List.of(product, other, bare, peer);
            for (var contender : answering) {
                check(contender);
            }
            var contenders = new ArrayList<>(answering);
            if (second == Second.CACHED) {
                contenders.add(other.asked(CONSTANT, "prompts/get", "{\"name\":\"constant\"}"));
            }
            if (modern) {
                contenders.add(product.modern("modern", "execute"));
            }
            for (var contender : contenders) {
                // As many as in the last rounds: what a JVM compiles for a few callers is not what many run.
                note(contender.name() + " first", measure(contender, MOST, warmUp));
            }
            for (var connections : CONNECTIONS) {
                for (var contender : contenders) {
                    // Much of what was compiled for another number of callers is compiled again.
                    measure(contender, connections, settling);
                }
                // In turns, so that whatever the machine does meanwhile meets all of them.
                for (var number = 0; number < rounds; number++) {
                    for (var contender : contenders) {
                        note(key(contender.name(), connections), measure(contender, connections, round));
                    }
                }
            }
        }
    }

    private void note(String key, Row row) {
        seen.computeIfAbsent(key, first -> new ArrayList<>()).add(row);
    }

    private Row measure(Contender contender, int connections, Duration duration)
            throws IOException, InterruptedException {
        var allocatedBefore = contender.allocated();
        var cpuBefore = contender.cpuMicros();
        var switchesBefore = contender.contextSwitches();
        var figures = generator.run(contender, connections, duration);
        var cpu = (double) (contender.cpuMicros() - cpuBefore) / figures.calls();
        var switches = (double) (contender.contextSwitches() - switchesBefore) / figures.calls();
        var allocatedAfter = contender.allocated();
        var bytes = allocatedBefore.isEmpty()
                ? Double.NaN
                : (double) (allocatedAfter.orElseThrow() - allocatedBefore.get()) / figures.calls();
        return new Row(figures, cpu, switches, bytes);
    }

    private void check(Contender contender) throws IOException, InterruptedException {
        var end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (true) {
            try (var client = HttpClient.newHttpClient()) {
                var whole = new String(contender.request(42), StandardCharsets.US_ASCII);
                var request = HttpRequest.newBuilder(URI.create("http://localhost:" + contender.port() + "/mcp"))
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .POST(HttpRequest.BodyPublishers.ofString(whole.substring(whole.indexOf("\r\n\r\n") + 4)))
                        .build();
                var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
                if (!answer.headers().firstValue("Content-Type").orElse("").contains("json")) {
                    // A cold server may take so long that it answers as a stream.
                    throw new IOException("not answered as JSON: " + answer.body());
                }
                var text = text(answer.body());
                if (!text.contains("\"id\":42")
                        || !text.contains("\"id\":" + orders.last(42))
                        || !text.contains("52.5")
                        || !text.contains("2025-01-01T00:42:00")) {
                    throw new IllegalStateException(
                            "%s answers wrongly: %.1000s".formatted(contender.name(), answer.body()));
                }
                return;
            } catch (IOException notYet) {
                if (System.nanoTime() - end > 0 || !contender.alive()) {
                    throw notYet;
                }
                Thread.sleep(100);
            }
        }
    }

    /** Toolbox has a block of text for each row. */
    private static String text(String answer) {
        return JsonMapper.shared()
                .readTree(answer)
                .path("result")
                .path("content")
                .valueStream()
                .map(block -> block.path("text").asString(""))
                .collect(Collectors.joining());
    }

    private void print(String engine) {
        System.out.println(engine + ", load by " + generator.name() + ", rows of a result: " + orders.rows());
        System.out.printf(
                Locale.ROOT,
                "%-12s %6s %12s %9s %9s %9s %9s %9s %9s %10s%n",
                "",
                "c",
                "calls/s",
                "p50 ms",
                "p90 ms",
                "p99 ms",
                "p99.9 ms",
                "CPU us",
                "switches",
                "bytes");
        seen.forEach((key, rows) -> {
            var parts = key.split(" ");
            System.out.printf(
                    Locale.ROOT,
                    "%-12s %6s %12.0f %9.2f %9.2f %9.2f %9.2f %9.1f %9.2f %10.0f%n",
                    parts[0],
                    parts[1],
                    calls(key),
                    median(rows, row -> row.load().p50Millis()),
                    median(rows, row -> row.load().p90Millis()),
                    p99(key),
                    median(rows, row -> row.load().p999Millis()),
                    cpu(key),
                    median(rows, Row::switches),
                    bytes(key));
        });
        var figures = new LinkedHashMap<String, Double>();
        for (var connections : CONNECTIONS) {
            var ratio = calls(key(second.contender, connections)) / calls(key("hyperterse", connections));
            switch (second) {
                case WRITING -> figures.put("writing_vs_reading_c" + connections, ratio);
                case CACHED -> {
                    figures.put("cached_ratio_c" + connections, ratio);
                    var hit = cpu(key(second.contender, connections));
                    figures.put("cached_cpu_us_c" + connections, hit);
                    figures.put("cached_cpu_us_beyond_constant_c" + connections, hit - cpu(key(CONSTANT, connections)));
                }
            }
        }
        for (var connections : CONNECTIONS) {
            figures.put(
                    "toolbox_ratio_c" + connections,
                    calls(key("hyperterse", connections)) / calls(key("toolbox", connections)));
        }
        for (var connections : CONNECTIONS) {
            figures.put(
                    "bare_ratio_c" + connections,
                    calls(key("hyperterse", connections)) / calls(key("bare", connections)));
        }
        for (var connections : CONNECTIONS) {
            figures.put(
                    "p99_vs_toolbox_c" + connections,
                    p99(key("hyperterse", connections)) / p99(key("toolbox", connections)));
        }
        for (var connections : CONNECTIONS) {
            figures.put(
                    "cpu_vs_bare_c" + connections, cpu(key("hyperterse", connections)) / cpu(key("bare", connections)));
        }
        figures.put("cpu_us_c64", cpu(key("hyperterse", 64)));
        figures.put("bytes_per_call", bytes(key("hyperterse", 64)));
        figures.put("bytes_vs_bare", bytes(key("hyperterse", 64)) / bytes(key("bare", 64)));
        figures.replaceAll((name, value) -> Math.round(value * 1000) / 1000.0);
        var result = new LinkedHashMap<String, Object>();
        result.put("bench", "execute");
        result.put("generator", generator.name());
        result.put("engine", engine);
        result.put("rows", orders.rows());
        result.put("figures", figures);
        System.out.println(JsonMapper.shared().writeValueAsString(result));
    }

    private double calls(String key) {
        return median(seen.get(key), row -> row.load().callsPerSecond());
    }

    private double p99(String key) {
        return median(seen.get(key), row -> row.load().p99Millis());
    }

    private double cpu(String key) {
        return median(seen.get(key), Row::cpuMicros);
    }

    private double bytes(String key) {
        return median(seen.get(key), Row::bytes);
    }

    private static double median(List<Row> rows, ToDoubleFunction<Row> figure) {
        var sorted = rows.stream().mapToDouble(figure).sorted().toArray();
        return (sorted[sorted.length / 2] + sorted[(sorted.length - 1) / 2]) / 2;
    }

    private static String key(String name, int connections) {
        return name + " " + connections;
    }
}
