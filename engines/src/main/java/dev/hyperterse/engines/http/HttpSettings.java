package dev.hyperterse.engines.http;

import dev.hyperterse.calls.HiddenValues;
import dev.hyperterse.calls.adapter.AdapterAddress;
import dev.hyperterse.calls.adapter.ConnectionTrust;
import dev.hyperterse.calls.fetch.FetchRequest.Header;
import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.catalog.server.adapter.ApiAuth;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.RemoteSettings;
import dev.hyperterse.engines.RequiredValue;
import dev.hyperterse.engines.UnusableSettings;
import dev.hyperterse.engines.UsedValues;
import dev.hyperterse.engines.http.token.TokenSettings;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * The settings of connections.
 *
 * @param headers of every request
 * @param hidden what no message may show
 * @param token the client of an OAuth server that each request has a token of
 */
public record HttpSettings(
        AllowedUrl url, List<Header> headers, SSLContext trust, HiddenValues hidden, Optional<TokenSettings> token) {
    /** The values that the settings of an engine name. */
    public static ValueSet used(Engine.OverHttp engine, ValueSet all) {
        var used = RemoteSettings.used(engine, all);
        var named = Stream.concat(used.entries().keySet().stream(), engine.headers().values().stream());
        return UsedValues.of(
                all,
                Stream.concat(named.map(Optional::of), engine.auth().stream().flatMap(TokenSettings::named)));
    }

    /** The secrets of a connection, as far as they have values. */
    public static List<Optional<String>> credentials(Engine.OverHttp engine, ValueSet values) {
        var credentials = new ArrayList<>(new RemoteSettings(engine, values).credentials());
        engine.headers().values().forEach(key -> credentials.add(values.find(key)));
        engine.auth().map(auth -> TokenSettings.secret(auth, values)).ifPresent(credentials::add);
        return List.copyOf(credentials);
    }

    /** Whether requests have a token for their caller. */
    public static boolean isOfCallers(Engine.OverHttp engine) {
        return engine.auth().filter(ApiAuth.TokenExchange.class::isInstance).isPresent();
    }

    /** The address, which is another one for what is asked in the name of each caller: it has other data for it. */
    public static AdapterAddress address(String scheme, RemoteSettings remote, Engine.OverHttp engine) {
        return new AdapterAddress(
                scheme,
                remote.location(),
                Optional.empty(),
                isOfCallers(engine) ? Map.of("auth", "exchange") : Map.of());
    }

    /** Another client, one with other rights, or one that may reach other addresses, is another role. */
    public static ConnectionTrust trust(Engine.OverHttp engine, ValueSet values) {
        var trust = new RemoteSettings(engine, values).trust();
        var client = engine.auth().map(auth -> TokenSettings.role(auth, values)).or(trust::role);
        return new ConnectionTrust(
                Optional.of(engine.addresses() + "\n" + client.orElse("")), trust.mode(), trust.authority());
    }

    static HttpSettings of(Engine.OverHttp engine, ValueSet values) {
        var remote = new RemoteSettings(engine, values);
        var url = url(engine, remote.url());
        var headers = new ArrayList<Header>();
        var hidden = new ArrayList<HiddenValues.Named>();
        hidden.add(new HiddenValues.Named("the host of the adapter", url.getHost()));
        engine.headers().forEach((name, key) -> {
            var value = RequiredValue.of(values, key, "header " + name);
            headers.add(new Header(name, value));
            hide("header " + name, value, hidden);
        });
        remote.username().ifPresent(user -> {
            var password = remote.password().orElse("");
            headers.add(new Header("authorization", basic(user, password)));
            hide("the password of the adapter", password, hidden);
            hide("header authorization", basic(user, password), hidden);
        });
        var allowed = new AllowedUrl(url, engine.addresses(), Optional.empty());
        var token = engine.auth().map(auth -> TokenSettings.of(auth, values));
        return new HttpSettings(allowed, List.copyOf(headers), remote.tls().context(), new HiddenValues(hidden), token);
    }

    private static URI url(Engine.OverHttp engine, String text) {
        // Paths are appended to that of an API; that of a server is the whole path.
        var isPrefix = engine instanceof Engine.Http && text.endsWith("/");
        try {
            var url = URI.create(isPrefix ? text.substring(0, text.length() - 1) : text);
            if (url.getHost() != null) {
                return url;
            }
        } catch (IllegalArgumentException malformed) {
            // As below.
        }
        throw new UnusableSettings("the address is not http[s]://host[:port][/path]");
    }

    private static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    /** A value, and its parts: an API may quote the token behind {@code Bearer} alone. */
    private static void hide(String name, String value, List<HiddenValues.Named> hidden) {
        hidden.add(new HiddenValues.Named(name, value));
        for (var part : value.split("[ ,;=]")) {
            if (isNoOrdinaryWord(part)) {
                hidden.add(new HiddenValues.Named(name, part));
            }
        }
    }

    /** Shorter ones are, such as Bearer and Basic. */
    static boolean isNoOrdinaryWord(String value) {
        return value.length() > "Bearer".length();
    }

    /** Omits the settings, which include credentials. */
    @Override
    public String toString() {
        return "HttpSettings[]";
    }
}
