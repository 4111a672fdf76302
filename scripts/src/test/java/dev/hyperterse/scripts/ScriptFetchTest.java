package dev.hyperterse.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.CallScope.End;
import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.scripts.exchange.LinkedScript;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code fetch} in scripts. */
@Timeout(60)
@ParameterizedClass
@EnumSource
class ScriptFetchTest {
    private final RunningScripts scripts;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer server;
    private String origin;

    ScriptFetchTest(ScriptIsolation engine) {
        scripts = new RunningScripts(engine, RunningScripts.many());
    }

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 300);
        server.setExecutor(threads);
        origin = "http://127.0.0.1:" + server.getAddress().getPort();
        server.createContext("/echo", exchange -> {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1);
            exchange.getResponseHeaders().add("X-Two", "a");
            exchange.getResponseHeaders().add("X-Two", "b");
            exchange.getResponseHeaders().add("Set-Cookie", "session=1");
            answer(
                    exchange,
                    201,
                    "{\"method\":\"%s\",\"query\":\"%s\",\"type\":\"%s\",\"token\":\"%s\",\"cookie\":\"%s\",\"body\":\"%s\"}"
                            .formatted(
                                    exchange.getRequestMethod(),
                                    exchange.getRequestURI().getRawQuery(),
                                    exchange.getRequestHeaders().getFirst("Content-Type"),
                                    exchange.getRequestHeaders().getFirst("Authorization"),
                                    exchange.getRequestHeaders().getFirst("Cookie"),
                                    body));
        });
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
        threads.shutdownNow();
        scripts.close();
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (var out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    private LinkedScript link(String code) {
        return scripts.link(
                ScriptOwner.Kind.TOOL,
                Map.of("main.js", code.replace("ORIGIN", origin)),
                List.of(new AllowedUrl(URI.create(origin), Addresses.Public, Optional.empty())));
    }

    private String run(String code) {
        return scripts.run(link(code), "{}");
    }

    @Test
    void responseIsReadAsTextJsonOrBytes() {
        assertThat(run("""
                export default async () => {
                  const url = new URL('/echo', 'ORIGIN');
                  url.searchParams.set('q', 'a b');
                  const one = await fetch(url, {headers: {Authorization: 'Bearer t'}});
                  const two = await fetch('ORIGIN/echo', {method: 'post', body: new URLSearchParams({x: '1'})});
                  const three = await fetch('ORIGIN/echo', {method: 'PUT', body: Uint8Array.of(65, 66).buffer});
                  const bytes = new Uint8Array(await three.arrayBuffer());
                  return [await one.json(), {text: await two.text()}, {
                    status: one.status, ok: one.ok, url: one.url.endsWith('/echo?q=a+b'), redirected: one.redirected,
                    two: one.headers.get('x-two'), has: one.headers.has('X-TWO'), used: [one.bodyUsed],
                    bytes: bytes.length > 70 && new TextDecoder().decode(bytes).endsWith('"AB"}'),
                  }];
                }
                """)).isEqualTo("""
                [{"method":"GET","query":"q=a+b","type":"null","token":"Bearer t","cookie":"null","body":""},\
                {"text":"{\\"method\\":\\"POST\\",\\"query\\":\\"null\\",\\"type\\":\\"application/x-www-form-urlencoded;charset=UTF-8\\",\\"token\\":\\"null\\",\\"cookie\\":\\"null\\",\\"body\\":\\"x=1\\"}"},\
                {"status":201,"ok":true,"url":true,"redirected":false,"two":"a, b","has":true,"used":[true],"bytes":true}]""");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            fetch('https://elsewhere.example.com/x') | fetch: https://elsewhere.example.com is not among what scripts of this namespace may fetch; the owner of the server can add it to spec.scripts.fetch
            fetch('nonsense') | Invalid URL: 'nonsense'
            fetch('ftp://h/') | fetch takes http and https URLs
            fetch('http://u:p@h/') | fetch takes no user in a URL; set the header authorization
            fetch('ORIGIN/echo', {signal: 1}) | fetch does not support the option 'signal'; it has method, headers, body and redirect
            fetch('ORIGIN/echo', {method: 'CONNECT'}) | fetch does not support the method 'CONNECT'
            fetch('ORIGIN/echo', {headers: {Host: 'h'}}) | fetch sets the header 'host' itself
            fetch('ORIGIN/echo', {headers: {'x-a': 'a\\nb'}}) | a value of a header has a character that headers cannot have
            fetch('ORIGIN/echo', {body: 'x'}) | a request with GET has no body
            fetch('ORIGIN/echo', {method: 'POST', body: {}}) | the body of fetch is a text, bytes or URLSearchParams; make a text of an object with JSON.stringify
            fetch('ORIGIN/echo', {redirect: 'x'}) | redirect is 'follow', 'error' or 'manual'
            fetch('ORIGIN/echo').then(async (r) => { await r.text(); await r.text(); }) | the body of the response was read already
            """)
    void invalidArgumentsAreTypeErrors(String call, String message) {
        assertThat(run("export default async () => { try { await %s } catch (e) { return [e.name, e.message] } }"
                        .formatted(call)))
                .isEqualTo("[{\"value\":\"TypeError\"},{\"value\":\"%s\"}]".formatted(message));
    }

    @ParameterizedTest
    @CsvSource({
        "/echo?q=1&w=%20, /echo?q=1&w=%20",
        "/echo/../echo, /echo",
        "/x/%2e%2E/echo, /echo",
        "/./echo?, /echo",
        "/echo?a b|, /echo?a%20b%7C",
        "/echo#f, /echo",
    })
    void urlIsSentAsParsed(String given, String sent) {
        assertThat(run("export default async () => (await fetch('ORIGIN%s')).url.replace('ORIGIN', '')"
                        .formatted(given)))
                .isEqualTo("[{\"value\":\"%s\"}]".formatted(sent));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x7f.1:1", "127.1:1", "127.0.0.01:1", "2130706433:1", "127.0.0.1:01", "127.0.0.1:1"})
    void addressIsCheckedInItsUsualNotation(String authority) {
        assertThat(run("export default () => fetch('http://%s/').catch((e) => e.message)".formatted(authority)))
                .contains("fetch: http://127.0.0.1:1 is not among");
    }

    @Test
    void checksReplacedByAScriptAreRepeatedByTheHost() {
        assertThat(run("""
                const attempt = (change) => { try { change() } catch {} };
                attempt(() => { RegExp.prototype.test = () => true });
                attempt(() => { RegExp.prototype[Symbol.replace] = (text) => text });
                attempt(() => { Set.prototype.has = () => false });
                attempt(() => { RegExp.prototype.exec = () => null });
                export default () => fetch('ORIGIN/echo', {headers: [['x-a', 'b\\r\\n\\r\\nGET /admin HTTP/1.1']]}).catch((e) => e.message)
                """)).startsWith("[{\"value\":\"");
    }

    @Test
    void manyRunsWaitForResponsesWhileAnotherAnswers() throws Exception {
        var begun = new Semaphore(0);
        var go = new CountDownLatch(1);
        server.createContext("/slow", exchange -> {
            begun.release();
            awaitQuietly(go);
            answer(exchange, 200, "1");
        });
        var asks = link("export default async () => (await fetch('ORIGIN/slow')).json()");
        var runs = IntStream.range(0, 200)
                .mapToObj(_ -> threads.submit(() -> scripts.run(asks, "{}")))
                .toList();
        begun.acquire(200);
        assertThat(run("export default () => 1")).isEqualTo("[{\"value\":1}]");
        go.countDown();
        for (var run : runs) {
            assertThat(run.get()).isEqualTo("[{\"value\":1}]");
        }
        assertThat(scripts.budget().used()).isZero();
    }

    @Test
    void tooManyRequestsOfOneRunAreRefused() {
        assertThat(run("export default () => Promise.all(Array.from({length: 33}, () => fetch('ORIGIN/echo')))"))
                .isEqualTo("execution: the script waits for too many answers to fetch");
        // Requests that were under way give it back on their own threads.
        awaitNoMemory();
    }

    @Test
    void disconnectedClientEndsTheRequest() throws Exception {
        var asked = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        server.createContext("/never", exchange -> {
            asked.countDown();
            awaitQuietly(go);
            exchange.close();
        });
        try (var scope = CallScope.open(scripts.deadlines(), RunningScripts.LONG)) {
            var asks = link("export default () => fetch('ORIGIN/never')");
            var run = threads.submit(() -> scripts.run(asks, "{}", scope, Client.NONE));
            asked.await();
            scope.end(End.CLIENT);
            assertThat(run.get()).isEqualTo("cancelled: the call was cancelled");
        } finally {
            go.countDown();
        }
        awaitNoMemory();
    }

    @Test
    void memoryOfUnreadBodiesIsReleased() {
        server.createContext("/large", exchange -> answer(exchange, 200, "x".repeat(1 << 20)));
        for (var call = 0; call < 3; call++) {
            assertThat(run("export default async () => (await fetch('ORIGIN/large')).status"))
                    .isEqualTo("[{\"value\":200}]");
        }
        awaitNoMemory();
    }

    @Test
    void oversizedBodyIsACatchableError() {
        server.createContext("/huge", exchange -> answer(exchange, 200, "x".repeat(RunningScripts.LARGEST + 1)));
        assertThat(run("export default () => fetch('ORIGIN/huge').catch((e) => e.message)"))
                .isEqualTo(
                        "[{\"value\":\"fetch: the response of %s is larger than 4194304 bytes\"}]".formatted(origin));
    }

    @Test
    void emptyBodiesAndHeadResponsesAreRead() {
        server.createContext("/empty", exchange -> answer(exchange, 204, ""));
        assertThat(run("""
                export default async () => {
                  const head = await fetch('ORIGIN/echo', {method: 'HEAD'});
                  const empty = await fetch('ORIGIN/empty');
                  return [head.status, (await head.text()).length, empty.status, (await empty.arrayBuffer()).byteLength];
                }
                """)).isEqualTo("[{\"value\":201},{\"value\":0},{\"value\":204},{\"value\":0}]");
    }

    @Test
    void replacedGlobalStaysReplaced() {
        assertThat(run("globalThis.Headers = 1; export default () => [Headers, typeof Response, typeof fetch]"))
                .isEqualTo("[{\"value\":1},{\"value\":\"function\"},{\"value\":\"function\"}]");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitNoMemory() {
        while (scripts.budget().used() > 0) {
            LockSupport.parkNanos(1_000_000);
        }
    }
}
