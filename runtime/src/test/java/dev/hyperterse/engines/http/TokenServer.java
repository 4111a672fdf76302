package dev.hyperterse.engines.http;

import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import dev.hyperterse.catalog.server.adapter.ApiAuth;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.RecordingApi;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/** A token endpoint, which gives {@code t0ken-1}, {@code t0ken-2} and so on, or answers as a test says. */
public final class TokenServer implements AutoCloseable {
    static final String SECRET = "s3cr3t+of the/client";

    private static final ValueKey ID = ValueKey.adapter(TestCalls.ADAPTER, "auth-client-id");
    private static final ValueKey CLIENT_SECRET = ValueKey.adapter(TestCalls.ADAPTER, "auth-client-secret");
    private static final ValueKey CA = ValueKey.adapter(TestCalls.ADAPTER, "auth-ca");

    private final RecordingApi api;

    private TokenServer(RecordingApi api) {
        this.api = api;
    }

    public static TokenServer start() throws IOException {
        var number = new AtomicInteger();
        return start((_, socket) -> RecordingApi.response(
                socket, "200 OK", "application/json", token("t0ken-" + number.incrementAndGet(), 3600)));
    }

    public static TokenServer start(RecordingApi.Answer answer) throws IOException {
        return new TokenServer(RecordingApi.start(answer));
    }

    public static String token(String value, int seconds) {
        return "{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":%d}".formatted(value, seconds);
    }

    /** A client of it, without scopes. */
    public ApiAuth auth() {
        return auth(ApiAuth.ClientAuthentication.Basic, List.of(), Optional.empty(), Optional.empty());
    }

    ApiAuth auth(
            ApiAuth.ClientAuthentication authentication,
            List<String> scopes,
            Optional<String> audience,
            Optional<String> resource) {
        return client(api.url() + "/token", authentication, scopes, audience, resource, Optional.empty());
    }

    /** Exchanges the tokens of callers that {@code plugin} has verified. */
    public ApiAuth exchanging(String plugin) {
        var client = auth(
                        ApiAuth.ClientAuthentication.Basic,
                        List.of("orders.read"),
                        Optional.of("orders"),
                        Optional.empty())
                .client();
        return new ApiAuth.TokenExchange(client, new TreeSet<>(Set.of(plugin)));
    }

    static ApiAuth at(String url, Optional<String> ca) {
        return client(
                url,
                ApiAuth.ClientAuthentication.Basic,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                ca.map(_ -> CA));
    }

    private static ApiAuth client(
            String url,
            ApiAuth.ClientAuthentication authentication,
            List<String> scopes,
            Optional<String> audience,
            Optional<String> resource,
            Optional<ValueKey> ca) {
        return new ApiAuth.ClientCredentials(new ApiAuth.OAuthClient(
                url, ID, CLIENT_SECRET, authentication, scopes, audience, resource, Addresses.Public, ca));
    }

    public static Map<ValueKey, String> values() {
        return values(SECRET);
    }

    static Map<ValueKey, String> values(String secret) {
        return Map.of(ID, "app", CLIENT_SECRET, secret);
    }

    static Map<ValueKey, String> values(String secret, String ca) {
        return Map.of(ID, "app", CLIENT_SECRET, secret, CA, ca);
    }

    public List<String> requests() {
        return api.requests();
    }

    String host() {
        return "127.0.0.1:" + api.port();
    }

    @Override
    public void close() {
        api.close();
    }
}
