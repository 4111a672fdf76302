import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/**
 * Either one honest caller, or hostile ones whose arguments cost as much validation as one call may cause. They are
 * processes of their own: hostile callers have other machines, so theirs gives way to the server. Run from its source:
 * {@code java HostileBench.java URL honest SECONDS}, {@code java HostileBench.java URL hostile CALLERS}; the latter
 * stops at the end of its input.
 */
final class HostileBench {
    private static final int DEPTH = 28;
    private static final int LONGEST = 900_000;
    private static final byte[] NESTED =
            call("nested", "{\"tree\":" + "{\"next\":".repeat(DEPTH) + "{}" + "}".repeat(DEPTH) + "}");
    private static final byte[] MATCHED = call("matched", "{\"mail\":\"" + "a".repeat(LONGEST) + "\"}");
    private static final byte[] HONEST = call("honest", "{\"id\":7}");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI url;

    private HostileBench(URI url) {
        this.url = url;
    }

    public static void main(String[] arguments) throws Exception {
        var bench = new HostileBench(URI.create(arguments[0]));
        var number = Integer.parseInt(arguments[2]);
        switch (arguments[1]) {
            case "honest" -> bench.honest(Duration.ofSeconds(number));
            case "hostile" -> bench.hostile(number);
            default -> throw new IllegalArgumentException("honest or hostile, not " + arguments[1]);
        }
        System.exit(0);
    }

    private void hostile(int callers) throws IOException {
        var answered = new LongAdder();
        for (var caller = 0; caller < callers; caller++) {
            var body = caller % 2 == 0 ? NESTED : MATCHED;
            Thread.ofVirtual().start(() -> {
                while (true) {
                    post(body);
                    answered.increment();
                }
            });
        }
        System.in.readAllBytes();
        System.err.println("hostile calls: " + answered.sum());
    }

    private void honest(Duration time) {
        // What this JVM compiles first is not measured.
        waits(Duration.ofSeconds(3));
        var sorted = waits(time);
        System.out.printf(
                Locale.ROOT,
                "{\"honestCalls\":%d,\"p50\":%.2f,\"p99\":%.2f,\"max\":%.2f}%n",
                sorted.length,
                millis(sorted, 0.5),
                millis(sorted, 0.99),
                millis(sorted, 1));
    }

    private long[] waits(Duration time) {
        var waits = new ArrayList<Long>();
        var end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            var began = System.nanoTime();
            var answer = post(HONEST);
            waits.add(System.nanoTime() - began);
            if (!answer.contains("7")) {
                throw new IllegalStateException("an honest call is answered: " + answer);
            }
        }
        return waits.stream().mapToLong(Long::longValue).sorted().toArray();
    }

    private String post(byte[] body) {
        var request = HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        try {
            return client.send(request, BodyHandlers.ofString()).body();
        } catch (IOException refused) {
            return "";
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private static double millis(long[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(sorted.length * share))] / 1e6;
    }

    private static byte[] call(String tool, String arguments) {
        var text = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":" + arguments + "}}";
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
