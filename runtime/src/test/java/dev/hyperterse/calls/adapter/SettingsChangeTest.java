package dev.hyperterse.calls.adapter;

import static dev.hyperterse.calls.adapter.SettingsChange.CREDENTIALS;
import static dev.hyperterse.calls.adapter.SettingsChange.NONE;
import static dev.hyperterse.calls.adapter.SettingsChange.SECURITY;
import static dev.hyperterse.calls.adapter.SettingsChange.TUNING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.http.HttpAdapter;
import dev.hyperterse.engines.postgres.PostgresAdapter;
import dev.hyperterse.runtime.tool.TestCalls;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SettingsChangeTest {
    private static final String PLAIN = "postgresql://host:5432/shop";
    private static final Map<String, String> VALUES = Map.of(
            "url", PLAIN, "username", "app", "password", "old", "ca", "authority", "certificate", "c", "key", "k");

    static Stream<Arguments> changes() {
        return Stream.of(
                Arguments.of("nothing", postgres(), NONE),
                Arguments.of("another role", with("username", "reader"), SECURITY),
                Arguments.of("another authority", with("ca", "another"), SECURITY),
                Arguments.of(
                        "fewer rights", settings(Access.ReadOnly, TlsMode.Require, 10_000, Map.of(), VALUES), SECURITY),
                Arguments.of("stricter encryption", tls(TlsMode.VerifyFull), SECURITY),
                Arguments.of("laxer encryption", tls(TlsMode.Prefer), TUNING),
                Arguments.of("another password", with("password", "new"), CREDENTIALS),
                Arguments.of("another certificate", with("certificate", "new"), CREDENTIALS),
                Arguments.of("another key", with("key", "new"), CREDENTIALS),
                Arguments.of(
                        "another timeout",
                        settings(Access.ReadWrite, TlsMode.Require, 5_000, Map.of(), VALUES),
                        TUNING),
                Arguments.of("another name", with(Map.of("applicationName", "shop")), TUNING));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("changes")
    void changesAreClassified(String what, AdapterSettings<?> after, SettingsChange change) {
        assertThat(after.address()).isEqualTo(postgres().address());
        assertThat(SettingsChange.between(postgres(), after)).isEqualTo(change);
    }

    static Stream<Arguments> addresses() {
        return Stream.of(
                Arguments.of("another host", with("url", "postgresql://other:5432/shop")),
                Arguments.of("another database", with("url", "postgresql://host:5432/stock")),
                Arguments.of("another schema", with(Map.of("currentSchema", "two"))),
                Arguments.of("another kind of host", with(Map.of("targetServerType", "secondary"))),
                Arguments.of("another host and password", with("url", "postgresql://a:b@other/shop")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("addresses")
    void addressChangesWithTheDatabase(String what, AdapterSettings<?> after) {
        assertThat(after.address()).isNotEqualTo(postgres().address());
    }

    @Test
    void credentialsInTheUrlAreNotPartOfTheAddress() {
        var before = inUrl("postgresql://app:old@host/shop");
        assertThat(SettingsChange.between(before, inUrl("postgresql://app:new@host/shop")))
                .isEqualTo(CREDENTIALS);
        assertThat(SettingsChange.between(before, inUrl("postgresql://reader:old@host/shop")))
                .isEqualTo(SECURITY);
        assertThat(inUrl("postgresql://app:new@host/shop").address()).isEqualTo(before.address());
        assertThat(inUrl("postgresql://app:old@host/stock").address()).isNotEqualTo(before.address());
        assertThat(before.address().toString()).doesNotContain("old").doesNotContain("host");
    }

    /** A host that only the former connections may reach lets no new ones work, for which they would wait. */
    @Test
    void otherAddressesOfAnApiCountAtOnce() {
        assertThat(SettingsChange.between(http(Addresses.Private), http(Addresses.Public)))
                .isEqualTo(SECURITY);
        assertThat(http(Addresses.Private).address())
                .isEqualTo(http(Addresses.Public).address());
    }

    private static AdapterSettings<?> http(Addresses addresses) {
        var url = ValueKey.adapter("api", "url");
        var engine = new Engine.Http(
                url,
                Optional.empty(),
                Optional.empty(),
                new Engine.Tls(TlsMode.Disable, Optional.empty(), Optional.empty(), Optional.empty()),
                addresses,
                Map.of(),
                Optional.empty());
        var pool = new Adapter.Pool(4, 0, 5_000, 600_000, 1_800_000);
        return HttpAdapter.of(
                new Adapter("api", Access.ReadOnly, pool, 10_000, 100, engine),
                engine,
                new ValueSet("test", Map.of(url, "http://api.example.com")));
    }

    private static AdapterSettings<?> postgres() {
        return settings(Access.ReadWrite, TlsMode.Require, 10_000, Map.of(), VALUES);
    }

    private static AdapterSettings<?> with(String name, String value) {
        var values = new HashMap<>(VALUES);
        values.put(name, value);
        return settings(Access.ReadWrite, TlsMode.Require, 10_000, Map.of(), values);
    }

    private static AdapterSettings<?> with(Map<String, String> parameters) {
        return settings(Access.ReadWrite, TlsMode.Require, 10_000, parameters, VALUES);
    }

    private static AdapterSettings<?> tls(TlsMode mode) {
        return settings(Access.ReadWrite, mode, 10_000, Map.of(), VALUES);
    }

    private static AdapterSettings<?> inUrl(String url) {
        return settings(Access.ReadWrite, TlsMode.Require, 10_000, Map.of(), Map.of("url", url));
    }

    private static AdapterSettings<?> settings(
            Access access,
            TlsMode mode,
            long statementTimeout,
            Map<String, String> parameters,
            Map<String, String> values) {
        var entries = new HashMap<ValueKey, String>();
        values.forEach((name, value) -> entries.put(key(name), value));
        var tls =
                new Engine.Tls(mode, Optional.of(key("ca")), Optional.of(key("certificate")), Optional.of(key("key")));
        var engine = new Engine.Postgres(
                key("url"),
                Optional.of(key("username")),
                Optional.of(key("password")),
                Optional.empty(),
                tls,
                parameters);
        var adapter = new Adapter(
                TestCalls.ADAPTER,
                access,
                new Adapter.Pool(4, 1, 2000, 600_000, 1_800_000),
                statementTimeout,
                1000,
                engine);
        return PostgresAdapter.of(adapter, engine, new ValueSet("any", entries), Path.of("."), 1_000);
    }

    private static ValueKey key(String name) {
        return ValueKey.adapter(TestCalls.ADAPTER, name);
    }
}
