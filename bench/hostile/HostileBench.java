import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * One honest caller beside hostile ones, whose arguments cost as much validation as one call may cause. Run from its
 * source: {@code java HostileBench.java URL SECONDS HOSTILE_CALLERS...}
 */
final class HostileBench {
    private static final int DEPTH = 28;
    private static final int LONGEST = 900_000;
    private static final String NESTED = call("nested", "{\"tree\":" + "{\"next\":".repeat(DEPTH) + "{}" + "}".repeat(DEPTH) + "}");
    private static final String MATCHED = call("matched", "{\"mail\":\"" + "a".repeat(LONGEST) + "\"}");

    private final URI url;
    private final Duration time;

    private HostileBench(URI url, Duration time) {
        this.url = url;
        this.time = time;
    }

    public static void main(String[] arguments) throws Exception {
        var bench = new HostileBench(URI.create(arguments[0]), Duration.ofSeconds(Long.parseLong(arguments[1])));
        var rows = new ArrayList<String>();
        bench.measure(0);
        for (var callers : List.of(arguments).subList(2, arguments.length)) {
            rows.add(bench.measure(Integer.parseInt(callers)));
        }
        System.out.println("{\"bench\":\"hostile\",\"rows\":[" + String.join(",", rows) + "]}");
    }

    private String measure(int hostile) throws Exception {
        var ended = new AtomicBoolean();
        var answered = new LongAdder();
        var callers = new ArrayList<Thread>();
        try (var enemies = client();
                var friend = client()) {
            for (var caller = 0; caller < hostile; caller++) {
                var body = caller % 2 == 0 ? NESTED : MATCHED;
                callers.add(Thread.ofVirtual().start(() -> {
                    while (!ended.get()) {
                        post(enemies, body);
                        answered.increment();
                    }
                }));
            }
            var waits = honest(friend);
            ended.set(true);
            for (var caller : callers) {
                caller.join();
            }
            return row(hostile, answered.sum(), waits);
        }
    }

    private long[] honest(HttpClient client) {
        var waits = new ArrayList<Long>();
        var end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            var began = System.nanoTime();
            var answer = post(client, call("honest", "{\"id\":7}"));
            waits.add(System.nanoTime() - began);
            if (!answer.contains("7")) {
                throw new IllegalStateException("an honest call is answered: " + answer);
            }
        }
        return waits.stream().mapToLong(Long::longValue).sorted().toArray();
    }

    private String post(HttpClient client, String body) {
        var request = HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            return client.send(request, BodyHandlers.ofString()).body();
        } catch (IOException refused) {
            return "";
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private static String row(int hostile, long answered, long[] waits) {
        var p50 = millis(waits, 0.5);
        var p99 = millis(waits, 0.99);
        var longest = millis(waits, 1);
        System.err.printf(
                Locale.ROOT,
                "%d hostile callers (%d calls): honest calls %d, p50 %.2f ms, p99 %.2f ms, longest %.2f ms%n",
                hostile, answered, waits.length, p50, p99, longest);
        return String.format(
                Locale.ROOT,
                "{\"hostile\":%d,\"hostileCalls\":%d,\"honestCalls\":%d,\"p50\":%.2f,\"p99\":%.2f,\"max\":%.2f}",
                hostile, answered, waits.length, p50, p99, longest);
    }

    private static double millis(long[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(sorted.length * share))] / 1e6;
    }

    private static HttpClient client() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    private static String call(String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":" + arguments + "}}";
    }
}
