import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * The clients of bench/streams/run: {@code java StreamsBench PORT PID STREAMS CALLERS SECONDS MANIFEST} prints one line
 * of JSON. Clients of even numbers have sessions, those of odd numbers speak 2026-07-28.
 */
final class StreamsBench {
    private static final String SESSIONS = "2025-11-25";
    private static final String MODERN = "2026-07-28";
    private static final int CALL_TIMEOUT_MILLIS = 10_000;
    private static final int OPENING = 64;

    /** In which the JVM compiles what a call needs, as a replica has that serves for a while. */
    private static final Duration WARM = Duration.ofSeconds(20);

    private static final int WARMING = 16;

    /** In which the callers connect, one after the other. */
    private static final Duration CONNECTING = Duration.ofSeconds(15);

    private final int port;
    private final String process;
    private final List<Listener> listeners = new ArrayList<>();

    private StreamsBench(int port, String process) {
        this.port = port;
        this.process = process;
    }

    public static void main(String[] given) throws Exception {
        var bench = new StreamsBench(Integer.parseInt(given[0]), given[1]);
        int streams = Integer.parseInt(given[2]);
        int callers = Integer.parseInt(given[3]);
        bench.warmUp();
        var row = new ArrayList<String>();
        row.add(bench.idleSessions(Math.min(streams, 5_000)));
        row.add(bench.open(streams));
        row.add(bench.call(callers, Integer.parseInt(given[4])));
        row.add(bench.edit(Path.of(given[5])));
        row.add("\"peak_rss_mib\":%d".formatted(bench.status("VmHWM")));
        row.forEach(System.err::println);
        System.out.println("{" + String.join(",", row) + "}");
        System.exit(0);
    }

    /** What the replica loads at its first requests is no part of a session or stream. */
    private void warmUp() throws Exception {
        for (var client = 0; client < 200; client++) {
            try (var connection = new Connection()) {
                connection.begin();
            }
        }
        try (var caller = new Connection()) {
            var session = caller.begin();
            for (var call = 0; call < 4_000; call++) {
                caller.call(call % 2 == 0 ? session : "");
            }
        }
        long end = System.nanoTime() + WARM.toNanos();
        inParallel(WARMING, caller -> {
            try (var connection = new Connection()) {
                var session = caller % 2 == 0 ? connection.begin() : "";
                while (System.nanoTime() < end) {
                    connection.call(session);
                }
            }
        });
        liveBytes();
    }

    private String idleSessions(int sessions) throws Exception {
        long before = liveBytes();
        try (var connection = new Connection()) {
            for (var session = 0; session < sessions; session++) {
                connection.begin();
            }
        }
        return "\"idle_sessions\":%d,\"bytes_a_session\":%d".formatted(sessions, (liveBytes() - before) / sessions);
    }

    private String open(int streams) throws Exception {
        long before = liveBytes();
        long resident = status("VmRSS");
        long began = System.nanoTime();
        var opened = new ConcurrentLinkedQueue<Listener>();
        inParallel(OPENING, opener -> {
            try (var sessions = new Connection()) {
                for (var stream = opener; stream < streams; stream += OPENING) {
                    opened.add(new Listener(stream % 2 == 0 ? sessions.begin() : ""));
                }
            }
        });
        double seconds = (System.nanoTime() - began) / 1e9;
        opened.stream().filter(listener -> listener.open).forEach(listeners::add);
        int open = Math.max(1, listeners.size());
        long live = liveBytes() - before;
        return "\"streams_asked\":%d,\"streams_open\":%d,\"opened_in_s\":%.1f,\"heap_bytes_a_stream\":%d,\"rss_mib_of_streams\":%d"
                .formatted(streams, listeners.size(), seconds, live / open, status("VmRSS") - resident);
    }

    /** Each caller calls at its own moment of the second. A call that is late, refused, or lost has failed. */
    private String call(int callers, int seconds) throws Exception {
        var failed = new LongAdder();
        var refused = new LongAdder();
        var waits = new ConcurrentLinkedQueue<long[]>();
        var ticks = new AtomicLong();
        long began = System.nanoTime();
        long start = began + CONNECTING.toNanos();
        inParallel(callers, caller -> {
            var mine = new long[seconds];
            int answered = 0;
            Connection connection = null;
            String session = "";
            sleepUntil(began + CONNECTING.toNanos() / callers * caller);
            try {
                connection = new Connection();
                session = caller % 2 == 0 ? connection.begin() : "";
            } catch (IOException lost) {
                // It is tried again with the first call, which has failed if it fails again.
            }
            long next = start + caller * 1_000_000_000L / callers;
            for (var call = 0; call < seconds; call++, next += 1_000_000_000L) {
                sleepUntil(next);
                if (caller + call == 0) {
                    ticks.set(ticks());
                }
                long asked = System.nanoTime();
                try {
                    if (connection == null) {
                        connection = new Connection();
                        session = caller % 2 == 0 ? connection.begin() : "";
                    }
                    connection.call(session);
                    mine[answered++] = System.nanoTime() - asked;
                } catch (IOException lost) {
                    var kind = lost instanceof Refused ? refused : failed;
                    if (kind.sum() == 0) {
                        System.err.println("the first of its kind: " + lost);
                    }
                    kind.increment();
                    if (connection != null) {
                        connection.close();
                    }
                    connection = null;
                }
            }
            if (connection != null) {
                connection.close();
            }
            waits.add(Arrays.copyOf(mine, answered));
        });
        double cpu = (ticks() - ticks.get()) / 100.0;
        var sorted = waits.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        long all = (long) callers * seconds;
        return "\"calls\":%d,\"refused\":%d,\"failed\":%d,\"failed_percent\":%.3f,\"p50_ms\":%.2f,\"p99_ms\":%.2f,\"longest_ms\":%.0f,\"cpu_s\":%.1f"
                .formatted(
                        all,
                        refused.sum(),
                        failed.sum(),
                        100.0 * (all - sorted.length) / all,
                        millis(sorted, 0.5),
                        millis(sorted, 0.99),
                        millis(sorted, 1),
                        cpu);
    }

    private static void sleepUntil(long moment) {
        for (long left = moment - System.nanoTime(); left > 0; left = moment - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** From the file that changes to the notification at each stream that is still open. */
    private String edit(Path manifest) throws Exception {
        var open = listeners.stream().filter(listener -> listener.open).toList();
        var told = new CountDownLatch(open.size());
        open.forEach(listener -> listener.await(told));
        var edited = Files.readString(manifest).replace("Changes while clients listen", "Has changed");
        long began = System.nanoTime();
        Files.writeString(manifest, edited);
        told.await(30, TimeUnit.SECONDS);
        var arrived = open.stream()
                .mapToLong(listener -> listener.toldNanos)
                .filter(nanos -> nanos != 0)
                .map(nanos -> nanos - began)
                .sorted()
                .toArray();
        return "\"streams_lost\":%d,\"streams_told\":%d,\"first_told_ms\":%.0f,\"median_told_ms\":%.0f,\"last_told_ms\":%.0f"
                .formatted(
                        listeners.size() - open.size(),
                        arrived.length,
                        millis(arrived, 0),
                        millis(arrived, 0.5),
                        millis(arrived, 1));
    }

    private interface Client {
        void run(int number) throws Exception;
    }

    private static void inParallel(int clients, Client client) throws InterruptedException {
        var threads = new ArrayList<Thread>();
        for (var number = 0; number < clients; number++) {
            int mine = number;
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    client.run(mine);
                } catch (Exception failure) {
                    throw new IllegalStateException("client " + mine, failure);
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
    }

    private static double millis(long[] sorted, double share) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) Math.min(sorted.length - 1, sorted.length * share)] / 1e6;
    }

    /** The bytes of all objects of the replica that are reachable. */
    private long liveBytes() throws Exception {
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var asked = new ProcessBuilder(jcmd, process, "GC.class_histogram").start();
        try (var lines = new BufferedReader(new InputStreamReader(asked.getInputStream(), StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> line.startsWith("Total"))
                    .mapToLong(line -> Long.parseLong(line.strip().split("\\s+")[2]))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** In MiB. */
    private long status(String field) throws IOException {
        try (var lines = Files.lines(Path.of("/proc", process, "status"))) {
            return lines.filter(line -> line.startsWith(field))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private long ticks() throws IOException {
        var fields = Files.readString(Path.of("/proc", process, "stat")).split("\\) ")[1].split(" ");
        return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    }

    /** The replica has answered, but not as it should. */
    private static final class Refused extends IOException {
        private static final long serialVersionUID = 1;

        Refused(String answer) {
            super(answer);
        }
    }

    private static String post(String session, String method, String name, String params) {
        boolean modern = session.isEmpty() && !method.equals("initialize");
        var meta = modern
                ? "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"" + MODERN
                        + "\",\"io.modelcontextprotocol/clientCapabilities\":{}}"
                : "";
        var all = meta.isEmpty() || params.isEmpty() ? meta + params : meta + "," + params;
        var id = method.startsWith("notifications/") ? "" : "\"id\":1,";
        var body = "{\"jsonrpc\":\"2.0\"," + id + "\"method\":\"" + method + "\",\"params\":{" + all + "}}";
        var head = modern
                ? "MCP-Protocol-Version: " + MODERN + "\r\nMcp-Method: " + method + "\r\n"
                        + (name.isEmpty() ? "" : "Mcp-Name: " + name + "\r\n")
                : session.isEmpty()
                        ? ""
                        : "Mcp-Session-Id: " + session + "\r\nMCP-Protocol-Version: " + SESSIONS + "\r\n";
        return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Accept: application/json, text/event-stream\r\n" + head + "Content-Length: " + body.length()
                + "\r\n\r\n" + body;
    }

    /** One connection, which asks one thing at a time. */
    private final class Connection implements AutoCloseable {
        private final Socket socket = new Socket();

        Connection() throws IOException {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(CALL_TIMEOUT_MILLIS);
            socket.connect(new InetSocketAddress("127.0.0.1", port), CALL_TIMEOUT_MILLIS);
        }

        /** The id of a session whose client has said all that it has to. */
        String begin() throws IOException {
            var answer = ask(post(
                    "",
                    "initialize",
                    "",
                    "\"protocolVersion\":\"" + SESSIONS
                            + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"streams\",\"version\":\"1\"}"));
            var session = answer.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("mcp-session-id:"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElseThrow(() -> new Refused(answer));
            ask(post(session, "notifications/initialized", "", ""));
            return session;
        }

        void call(String session) throws IOException {
            var answer = ask(post(session, "tools/call", "same", "\"name\":\"same\",\"arguments\":{\"id\":7}"));
            if (!answer.contains("{\\\"id\\\":7}")) {
                throw new Refused(answer);
            }
        }

        private String ask(String request) throws IOException {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return answer(socket.getInputStream());
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException closed) {
                // It is over anyway.
            }
        }
    }

    /** Head and body: a length ends it, or the last chunk of a stream, in which a call of over half a second is answered. */
    private static String answer(InputStream in) throws IOException {
        var buffer = new byte[8192];
        int held = 0;
        while (true) {
            if (held == buffer.length) {
                throw new IOException("an answer of more than %d bytes".formatted(held));
            }
            int read = in.read(buffer, held, buffer.length - held);
            if (read < 0) {
                throw new IOException("the connection has ended");
            }
            held += read;
            var text = new String(buffer, 0, held, StandardCharsets.ISO_8859_1);
            int end = text.indexOf("\r\n\r\n");
            if (end >= 0 && complete(text, end)) {
                if (!text.startsWith("HTTP/1.1 20")) {
                    throw new Refused(text);
                }
                return text;
            }
        }
    }

    private static boolean complete(String text, int head) {
        return text.substring(0, head).toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked")
                ? text.endsWith("\r\n0\r\n\r\n")
                : text.length() >= head + 4 + length(text.substring(0, head));
    }

    private static int length(String head) {
        return head.lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
                .mapToInt(line -> Integer.parseInt(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0);
    }

    /** One open event stream. */
    private final class Listener {
        private volatile boolean open;
        private volatile long toldNanos;
        private volatile CountDownLatch told = new CountDownLatch(1);

        Listener(String session) throws Exception {
            var request = session.isEmpty()
                    ? post("", "subscriptions/listen", "", "\"notifications\":{\"toolsListChanged\":true}")
                    : "GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nMcp-Session-Id: " + session
                            + "\r\nMCP-Protocol-Version: " + SESSIONS + "\r\n\r\n";
            var answered = new CountDownLatch(1);
            Thread.ofVirtual().start(() -> listen(request, answered));
            answered.await();
        }

        private void listen(String request, CountDownLatch answered) {
            try (var connection = new Connection()) {
                connection.socket.setSoTimeout(0);
                connection.socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
                var in = connection.socket.getInputStream();
                var piece = new byte[512];
                var tail = "";
                for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                    var text = tail + new String(piece, 0, read, StandardCharsets.ISO_8859_1);
                    open |= text.startsWith("HTTP/1.1 200");
                    answered.countDown();
                    if (toldNanos == 0 && text.contains("list_changed")) {
                        toldNanos = System.nanoTime();
                        told.countDown();
                    }
                    tail = text.substring(Math.max(0, text.length() - "list_changed".length()));
                }
            } catch (IOException lost) {
                // It is not open then.
            } finally {
                open = false;
                answered.countDown();
            }
        }

        void await(CountDownLatch latch) {
            told = latch;
        }
    }
}
