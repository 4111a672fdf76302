package dev.hyperterse.runtime.auth.script;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.script.FetchGrant;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.auth.Authentications;
import dev.hyperterse.runtime.auth.Issuer;
import dev.hyperterse.runtime.auth.ScriptedPlugin;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.runtime.auth.caller.TokenCache;
import dev.hyperterse.scripts.ScriptLinker;
import dev.hyperterse.scripts.Scripts;
import dev.hyperterse.scripts.author.LoggedScripts;
import dev.hyperterse.scripts.exchange.LinkedScript;
import dev.hyperterse.scripts.turn.ScriptLimits;
import dev.hyperterse.telemetry.logging.CapturedLog;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plugins by script: which callers pass, which results are cached, and which failures admit no caller. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ScriptAuthenticatorTest {
    private static final String SECRET = "s3cr3t-0123456789abcdef";
    private static final String ANN = "export default () => ({ subject: 'ann', expires: Date.now() + 60000 })";

    @AutoClose
    private static final DeadlineTimer DEADLINES = new DeadlineTimer();

    @AutoClose
    private static final Scripts SCRIPTS = new Scripts(
            new ScriptLimits(2, 256, 60_000, 1_000, 32 << 20, 96 << 20),
            DEADLINES,
            NameService.SYSTEM,
            new LoggedScripts());

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private final AtomicInteger runs = new AtomicInteger();
    private Authentications authentications = authentications(SCRIPTS);

    /** Starts the engine before the tests, because that takes long on a loaded machine. */
    @BeforeAll
    static void start() {
        var script = ScriptedPlugin.of("export default () => null");
        var plugin = (AuthPlugin.Script) script.settings().required().getFirst();
        new PluginScripts(SCRIPTS, DEADLINES, new BufferBudget(1 << 20))
                .link(plugin, script.values().entries())
                .run(new TreeMap<>(), 60_000);
    }

    @Test
    void scriptReturnsThePrincipal() {
        var plugin = ScriptedPlugin.of("""
                export default ({ headers, plugin }, ctx) => ({
                  subject: `${headers.authorization} by ${plugin} of ${ctx.env.REGION}`,
                  scopes: 'orders:read orders:write',
                  groups: ['support'],
                  claims: { tenant: { id: 7 }, same: ctx.headers.authorization === headers.authorization },
                });""").reading("REGION", "eu");

        var principal = passed(authenticate(plugin, "authorization", "Custom abc"));

        assertThat(principal.plugin()).contains("custom");
        assertThat(principal.subject()).contains("Custom abc by custom of eu");
        assertThat(principal.scopes()).containsExactlyInAnyOrder("orders:read", "orders:write");
        assertThat(principal.groups()).containsExactly("support");
        assertThat(principal.claim("tenant.id").orElseThrow().intValue()).isEqualTo(7);
        assertThat(principal.claim("same").orElseThrow().booleanValue()).isTrue();
    }

    @Test
    void scriptReceivesOnlyTheHeadersThatThePluginNames() {
        var plugin = new ScriptedPlugin(
                "export default (payload, ctx) => ({ subject: JSON.stringify([payload, ctx.headers, ctx.env]) })",
                List.of("x-team", "x-user"),
                Map.of(),
                List.of());

        var principal = passed(authenticate(
                plugin,
                Map.of("x-team", List.of("blue"), "authorization", List.of(SECRET), "cookie", List.of(SECRET))));

        assertThat(principal.subject())
                .contains("[{\"headers\":{\"x-team\":\"blue\"},\"plugin\":\"custom\"},{\"x-team\":\"blue\"},{}]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "export default () => null",
                "export default async () => undefined",
                "export default () => () => ({ subject: 'ann' })",
                "export default ({ headers }, ctx) => ctx.error('no ' + headers.authorization)",
                "export default async ({ headers }, ctx) => { await null; ctx.error('no') }",
                "export default () => ({ subject: 'ann', expires: NOW - 1000 })",
                "export default () => ({ subject: 'ann', expires: new Date(NOW - 1000) })"
            })
    void scriptRefusesCredentials(String code) {
        var refused = authenticate(timed(code), "authorization", SECRET);

        assertThat(refused).isInstanceOf(AuthenticationResult.Refused.class);
        assertThat(refused.toString()).doesNotContain(SECRET);
    }

    static Stream<String> malformed() {
        return Stream.of(
                "true",
                "'ann'",
                "42",
                "[]",
                "[{ subject: 'ann' }]",
                "({})",
                "({ subject: '' })",
                "({ subject: ' ' })",
                "({ subject: 7 })",
                "({ subject: null })",
                "({ subject: ['ann'] })",
                "({ subject: 'ann', claims: { iss: 'a\\u0000b' } })",
                "({ subject: 'ann\\nroot' })",
                "({ subject: 'a'.repeat(254) })",
                "({ subject: 'ann', scope: 'orders:read' })",
                "({ subject: 'ann', admin: true })",
                "({ subject: 'ann', scopes: { orders: true } })",
                "({ subject: 'ann', scopes: ['orders read'] })",
                "({ subject: 'ann', scopes: [7] })",
                "({ subject: 'ann', scopes: null })",
                "({ subject: 'ann', scopes: Array(257).fill(0).map((_, at) => 's' + at) })",
                "({ subject: 'ann', groups: 'support' })",
                "({ subject: 'ann', groups: [''] })",
                "({ subject: 'ann', groups: ['a\\nb'] })",
                "({ subject: 'ann', claims: [] })",
                "({ subject: 'ann', claims: 'tenant' })",
                "({ subject: 'ann', expires: NaN })",
                "({ subject: 'ann', expires: Infinity })",
                "({ subject: 'ann', expires: 'tomorrow' })",
                "({ subject: 'ann', expires: true })",
                "({ subject: 'ann', expires: Math.floor(Date.now() / 1000) + 60 })",
                "({ subject: 'ann', claims: { text: 'x'.repeat(40000) } })",
                "({ subject: 'ann', claims: JSON.parse('['.repeat(40).replace('[', '{\"a\":[') + ']'.repeat(40) + '}') })",
                "({ toJSON: () => 'ann' })",
                "Object.create({ subject: 'ann' })",
                "10n");
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void malformedResultAdmitsNoCaller(String answer) {
        assertRefusedForNow("export default () => %s".formatted(answer));
    }

    static Stream<String> hostile() {
        return Stream.of(
                "export default ({ headers }) => { throw new Error(headers.authorization) }",
                "export default ({ headers }) => { throw headers.authorization }",
                "throw new Error('at the begin'); export default () => ({ subject: 'ann' })",
                "export default 7",
                "export default async () => { throw null }",
                "export default () => { for (;;); }",
                "export default async () => { for (;;) await null }",
                "export default () => { const a = []; for (;;) a.push(new Array(1000).fill(1)) }",
                "export default () => (function deeper() { return deeper() + 1 })()",
                "export default () => new Promise(() => {})",
                "export default () => ({ subject: 'ann', toJSON() { for (;;); } })",
                "export default () => new Proxy({}, { ownKeys() { throw 'no' } })",
                "export default () => ({ get subject() { throw new Error('no') } })",
                "export default () => ({ subject: 'ann', claims: { text: 'x'.repeat(1 << 24) } })",
                "export default () => { const me = { subject: 'ann' }; me.claims = { me }; return me }",
                "export default (_, ctx) => ctx.query('users')",
                "export default (_, ctx) => ctx.call('users', {})",
                "export default (_, ctx) => ctx.elicit('who', { message: 'who?', requestedSchema: { type: 'object', properties: {} } })",
                "export default async () => { await fetch('http://localhost:1/'); return { subject: 'ann' } }",
                "export default () => eval('({ subject: 1 })')");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void failedScriptAdmitsNoCaller(String code) {
        assertRefusedForNow(code);
    }

    @Test
    void modifiedGlobalsReachNoOtherCall() {
        var spoiled = "Object.prototype.subject = 'root'; JSON.stringify = () => '{\"subject\":\"root\"}';"
                + "export default () => ({})";
        assertRefusedForNow(spoiled);
        assertThat(passed(authenticate(ScriptedPlugin.of(ANN), "authorization", SECRET))
                        .subject())
                .contains("ann");
    }

    private void assertRefusedForNow(String code) {
        var log = CapturedLog.during(() -> {
            var result = authenticate(ScriptedPlugin.of(code).reading("TOKEN", SECRET), "authorization", SECRET);
            assertThat(result).isInstanceOf(AuthenticationResult.Unknown.class);
            assertThat(result.toString()).doesNotContain(SECRET);
        });
        assertThat(log).contains("auth_plugin_failed").doesNotContain(SECRET);
    }

    @Test
    void outputOfAScriptIsNotLogged() {
        var code = """
                export default ({ headers }, ctx) => {
                  console.log(headers.authorization, ctx.env.TOKEN);
                  ctx.log(headers.authorization);
                  ctx.progress(1, headers.authorization);
                  console.error(new Error(headers.authorization));
                  return { subject: 'ann' };
                };""";
        var log = CapturedLog.during(() -> passed(
                authenticate(ScriptedPlugin.of(code).reading("TOKEN", SECRET), "authorization", "Bearer " + SECRET)));

        assertThat(log).doesNotContain(SECRET);
    }

    @Test
    void logNamesThePositionOfTheFailure() {
        var log = CapturedLog.during(() -> authenticate(
                ScriptedPlugin.of(
                        "export default ({ headers }) => {\n  throw new Error(headers.authorization + ' (fake.js:9:9)');\n}"),
                "authorization",
                SECRET));

        assertThat(log).contains("the script failed at custom.js:2:").doesNotContain(SECRET, "fake.js");
    }

    @Test
    void callsWithoutTheHeadersRunNoScript() {
        assertThat(authenticate(ScriptedPlugin.of(ANN), Map.of())).isEqualTo(new AuthenticationResult.Missing());
        assertThat(authenticate(ScriptedPlugin.of(ANN), "authorization", " "))
                .isEqualTo(new AuthenticationResult.Missing());
        assertThat(runs).hasValue(0);
    }

    @Test
    void duplicateHeaderIsRefused() {
        var twice = Map.of("authorization", List.of("one", "two"));

        assertThat(authenticate(ScriptedPlugin.of(ANN), twice)).isInstanceOf(AuthenticationResult.Refused.class);
        assertThat(runs).hasValue(0);
    }

    @Test
    void resultIsCachedUntilItExpires() {
        var plugin = timed("export default () => ({ subject: 'ann', expires: NOW + 60000 })");
        var first = passed(authenticate(plugin, "authorization", "a"));

        assertThat(passed(authenticate(plugin, "authorization", "a"))).isSameAs(first);
        assertThat(runs).hasValue(1);

        now.updateAndGet(it -> it.plus(Duration.ofSeconds(61)));
        assertThat(authenticate(plugin, "authorization", "a")).isInstanceOf(AuthenticationResult.Refused.class);
        assertThat(runs).hasValue(2);
    }

    @Test
    void resultIsCachedForItsCredentialsOnly() {
        var plugin = new ScriptedPlugin(
                "export default ({ headers }) => ({ subject: JSON.stringify(headers), expires: Date.now() + 60000 })",
                List.of("x-team", "x-user"),
                Map.of(),
                List.of());

        assertThat(passed(authenticate(plugin, Map.of("x-team", List.of("a"), "x-user", List.of("bc"))))
                        .subject())
                .contains("{\"x-team\":\"a\",\"x-user\":\"bc\"}");
        assertThat(passed(authenticate(plugin, Map.of("x-team", List.of("ab"), "x-user", List.of("c"))))
                        .subject())
                .contains("{\"x-team\":\"ab\",\"x-user\":\"c\"}");
        assertThat(passed(authenticate(plugin, Map.of("x-team", List.of("a:x-user:2:bc"))))
                        .subject())
                .contains("{\"x-team\":\"a:x-user:2:bc\"}");
    }

    @Test
    void resultWithoutExpiryIsNotCached() {
        var plugin = ScriptedPlugin.of("export default () => ({ subject: 'ann' })");
        passed(authenticate(plugin, "authorization", "a"));
        passed(authenticate(plugin, "authorization", "a"));

        assertThat(runs).hasValue(2);
    }

    @Test
    void expiryIsAtMostOneDayAhead() {
        var far = authenticate(
                ScriptedPlugin.of("export default () => ({ subject: 'ann', expires: 8.64e15 })"), "authorization", "a");

        assertThat(((AuthenticationResult.Passed) far).until()).hasValueSatisfying(until -> assertThat(until)
                .isEqualTo(now.get().plus(Duration.ofDays(1))));
    }

    @Test
    void rotatedVariableInvalidatesCachedResults() {
        var code = "export default ({ headers }, ctx) => headers.authorization === ctx.env.TOKEN"
                + " ? { subject: 'ann', expires: Date.now() + 60000 } : null";
        var plugin = ScriptedPlugin.of(code).reading("TOKEN", "first");
        passed(authenticate(plugin, "authorization", "first"));

        var rotated = plugin.reading("TOKEN", "second");

        assertThat(authenticate(rotated, "authorization", "first")).isInstanceOf(AuthenticationResult.Refused.class);
        passed(authenticate(rotated, "authorization", "second"));
    }

    @Test
    void revokedGrantInvalidatesCachedResults() {
        var grant = new FetchGrant("http://localhost:1/", FetchGrant.Addresses.Public, Optional.empty());
        var plugin = new ScriptedPlugin(ANN, List.of("authorization"), Map.of(), List.of(grant));
        passed(authenticate(plugin, "authorization", "a"));
        passed(authenticate(
                new ScriptedPlugin(ANN, List.of("authorization"), Map.of(), List.of()), "authorization", "a"));

        assertThat(runs).hasValue(2);
    }

    @Test
    void unrelatedCatalogChangeKeepsCachedResults() {
        var plugin = ScriptedPlugin.of(ANN);
        passed(authenticate(plugin, "authorization", "a"));
        // The same settings and values, read from another catalog.
        passed(authenticate(ScriptedPlugin.of(ANN), "authorization", "a"));

        assertThat(runs).hasValue(1);
    }

    @Test
    void equalCredentialsAreEvaluatedOneAtATime() throws Exception {
        var arrived = new CountDownLatch(40);
        var go = new CountDownLatch(1);
        authentications = authentications(script -> {
            var linked = SCRIPTS.link(script);
            return call -> {
                awaited(go);
                return linked.run(call);
            };
        });
        var plugin = ScriptedPlugin.of("export default ({ headers }) => ({ subject: headers.authorization })");
        var settings = plugin.settings();
        var values = plugin.values();
        var results = new ArrayList<Future<AuthenticationResult>>();
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var caller = 0; caller < 40; caller++) {
                var credentials = caller % 2 == 0 ? "even" : "odd";
                results.add(callers.submit(() -> authentications
                        .of(settings, values)
                        .orElseThrow()
                        .authenticate(_ -> {
                            arrived.countDown();
                            return List.of(credentials);
                        })
                        .result()));
            }
            awaited(arrived);
            go.countDown();
        }
        for (var caller = 0; caller < results.size(); caller++) {
            assertThat(passed(results.get(caller).get()).subject()).contains(caller % 2 == 0 ? "even" : "odd");
        }
        // Those that came after the first had its answer run it again; most were there before.
        assertThat(runs).hasValueLessThan(20);
    }

    /** Invented credentials shut out no caller that has passed before. */
    @Test
    void inventedCredentialsLeaveTurnsToKnownCallers() throws Exception {
        var strangers = new CountDownLatch(ScriptAuthenticator.MOST_OF_STRANGERS);
        var go = new CountDownLatch(1);
        authentications = authentications(script -> {
            var linked = SCRIPTS.link(script);
            return call -> {
                if (call.given().contains("stranger")) {
                    strangers.countDown();
                    awaited(go);
                }
                return linked.run(call);
            };
        });
        var plugin = ScriptedPlugin.of("export default ({ headers }) => ({ subject: headers.authorization })");
        passed(authenticate(plugin, "authorization", "ann"));
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var caller = 0; caller < 2 * ScriptAuthenticator.MOST_RUNS; caller++) {
                var credentials = "stranger-" + caller;
                callers.submit(() -> authenticate(plugin, "authorization", credentials));
            }
            awaited(strangers);

            passed(authenticate(plugin, "authorization", "ann"));
            go.countDown();
        }
    }

    /** In whatever order the server lists them. */
    @Test
    void callerOfAnotherPluginRunsNoScript() throws Exception {
        try (var issuer = new Issuer()) {
            var plugin = ScriptedPlugin.of(ANN);
            var both = new AuthSettings(
                    AuthSettings.Mode.Required,
                    List.of(plugin.settings().required().getFirst(), issuer.plugin()),
                    Optional.of(Issuer.RESOURCE),
                    Optional.empty());
            var token = "Bearer " + issuer.token();
            for (var call = 0; call < 3; call++) {
                var outcome = authentications
                        .of(both, plugin.values())
                        .orElseThrow()
                        .authenticate(name -> name.equalsIgnoreCase("authorization") ? List.of(token) : List.of());
                assertThat(passed(outcome.result()).plugin()).contains("sso");
            }
        }
        assertThat(runs).hasValue(0);
    }

    @Test
    void scriptLooksTokensUpAtGrantedUrls() throws IOException {
        var service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/introspect", exchange -> {
            var asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var answer = "{\"active\":%s,\"sub\":\"ann\"}".formatted(asked.equals("token=good"));
            var answered = !asked.equals("token=unlucky");
            exchange.sendResponseHeaders(answered ? 200 : 500, answer.length());
            exchange.getResponseBody().write(answer.getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        service.start();
        var url =
                "http://localhost:%d/introspect".formatted(service.getAddress().getPort());
        var code = """
                export default async ({ headers }, ctx) => {
                  const response = await fetch(ctx.env.URL, {
                    method: 'POST', body: new URLSearchParams({ token: headers.authorization }),
                  });
                  if (!response.ok) throw new Error('no answer');
                  const { active, sub } = await response.json();
                  return active ? { subject: sub, expires: ctx.now + 60000 } : null;
                };""";
        var grant = new FetchGrant(url, FetchGrant.Addresses.Private, Optional.empty());
        var plugin = new ScriptedPlugin(code, List.of("authorization"), Map.of("URL", url), List.of(grant));

        assertThat(passed(authenticate(plugin, "authorization", "good")).subject())
                .contains("ann");
        assertThat(authenticate(plugin, "authorization", "bad")).isInstanceOf(AuthenticationResult.Refused.class);
        assertThat(authenticate(plugin, "authorization", "unlucky")).isInstanceOf(AuthenticationResult.Unknown.class);
        service.stop(0);
        assertThat(authenticate(plugin, "authorization", "other")).isInstanceOf(AuthenticationResult.Unknown.class);
        assertThat(passed(authenticate(plugin, "authorization", "good")).subject())
                .contains("ann");

        var without = new ScriptedPlugin(code, plugin.headers(), plugin.environment(), List.of());
        assertThat(authenticate(without, "authorization", "good")).isInstanceOf(AuthenticationResult.Unknown.class);
    }

    @Test
    void pluginWithoutItsCodeAdmitsNoCaller() {
        var outcome = authentications
                .of(ScriptedPlugin.of(ANN).settings(), ValueSet.empty())
                .orElseThrow()
                .authenticate(_ -> List.of("a"));

        assertThat(outcome.result()).isInstanceOf(AuthenticationResult.Unknown.class);
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopping) {
            throw new IllegalStateException(stopping);
        }
    }

    private Authentications authentications(ScriptLinker linker) {
        return new Authentications(
                now::get,
                new PluginScripts(counted(linker), DEADLINES, new BufferBudget(16 << 20)),
                new TokenCache(now::get, 8 << 20, new MetricRegistry()),
                8 << 20);
    }

    private ScriptLinker counted(ScriptLinker linker) {
        return script -> {
            LinkedScript linked = linker.link(script);
            return call -> {
                runs.incrementAndGet();
                return linked.run(call);
            };
        };
    }

    /** A script with the fixed time of the test as {@code NOW}; the time of the engine advances. */
    private ScriptedPlugin timed(String code) {
        return ScriptedPlugin.of("const NOW = %d; %s".formatted(now.get().toEpochMilli(), code));
    }

    private AuthenticationResult authenticate(ScriptedPlugin plugin, String header, String value) {
        return authenticate(plugin, Map.of(header, List.of(value)));
    }

    private AuthenticationResult authenticate(ScriptedPlugin plugin, Map<String, List<String>> headers) {
        return authentications
                .of(plugin.settings(), plugin.values())
                .orElseThrow()
                .authenticate(name -> headers.getOrDefault(name, List.of()))
                .result();
    }

    private static Principal passed(AuthenticationResult result) {
        assertThat(result).isInstanceOf(AuthenticationResult.Passed.class);
        return ((AuthenticationResult.Passed) result).principal();
    }
}
