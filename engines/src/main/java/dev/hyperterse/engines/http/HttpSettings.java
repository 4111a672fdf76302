package dev.hyperterse.engines.http;

import dev.hyperterse.calls.HiddenValues;
import dev.hyperterse.calls.fetch.FetchRequest.Header;
import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.catalog.server.Engine;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.RemoteSettings;
import dev.hyperterse.engines.RequiredValue;
import dev.hyperterse.engines.UnusableSettings;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The settings of connections.
 *
 * @param headers of every request
 * @param hidden what no message may show
 */
record HttpSettings(AllowedUrl url, List<Header> headers, SSLContext trust, HiddenValues hidden) {
    static HttpSettings of(Engine.Http engine, ValueSet values) {
        var remote = new RemoteSettings(engine, values);
        var url = url(remote.url());
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
        return new HttpSettings(allowed, List.copyOf(headers), remote.tls().context(), new HiddenValues(hidden));
    }

    private static URI url(String text) {
        try {
            var url = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
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
            // Shorter ones are ordinary words, such as Bearer and Basic.
            if (part.length() > "Bearer".length()) {
                hidden.add(new HiddenValues.Named(name, part));
            }
        }
    }

    /** Omits the settings, which include credentials. */
    @Override
    public String toString() {
        return "HttpSettings[]";
    }
}
