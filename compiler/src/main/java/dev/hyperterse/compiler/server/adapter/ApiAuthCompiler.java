package dev.hyperterse.compiler.server.adapter;

import dev.hyperterse.catalog.script.FetchGrant;
import dev.hyperterse.catalog.server.adapter.ApiAuth.ClientAuthentication;
import dev.hyperterse.catalog.server.adapter.ApiAuth.ClientCredentials;
import dev.hyperterse.catalog.server.adapter.ApiAuth.TokenExchange;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Choice;
import dev.hyperterse.compiler.server.setting.HttpUrl;
import dev.hyperterse.crds.v1alpha1.adapter.ApiAuth;
import dev.hyperterse.crds.v1alpha1.adapter.ApiAuth.OAuthClient;
import dev.hyperterse.crds.v1alpha1.server.ServerScripts.Fetch.Addresses;
import dev.hyperterse.crds.v1alpha1.shared.Setting;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.regex.Pattern;

/**
 * Compiles {@code http.auth} of an adapter.
 *
 * @param verifying the plugins of the server that verify tokens of callers
 */
record ApiAuthCompiler(SettingValues values, SortedSet<String> verifying, String path, List<Problem> problems) {
    /** As RFC 6749 has identifiers and secrets of clients. */
    private static final Pattern VISIBLE = Pattern.compile("[\\x20-\\x7e]+");

    Optional<dev.hyperterse.catalog.server.adapter.ApiAuth> compile(ApiAuth declared) {
        if (declared.clientCredentials().isPresent() == declared.tokenExchange().isPresent()) {
            problems.add(Reason.InvalidAdapter.problem(
                    path,
                    "one-auth",
                    "auth has not exactly one member that this version knows",
                    "set clientCredentials or tokenExchange, or remove auth"));
            return Optional.empty();
        }
        return declared.clientCredentials()
                .map(it -> client(it, path + ".clientCredentials")
                        .<dev.hyperterse.catalog.server.adapter.ApiAuth>map(ClientCredentials::new))
                .orElseGet(() -> {
                    var at = path + ".tokenExchange";
                    checkExchange(at);
                    return client(declared.tokenExchange().orElseThrow(), at)
                            .map(it -> new TokenExchange(it, verifying));
                });
    }

    private void checkExchange(String at) {
        if (verifying.isEmpty()) {
            problems.add(Reason.InvalidAdapter.problem(
                    at,
                    "exchange-of-verified-tokens",
                    "the server has no plugin that verifies tokens of callers",
                    "add one with jwt to spec.auth.plugins"));
        }
    }

    private Optional<dev.hyperterse.catalog.server.adapter.ApiAuth.OAuthClient> client(OAuthClient client, String at) {
        checkUrl(client.tokenUrl(), at + ".tokenUrl");
        var id = text("auth-client-id", client.clientId(), at + ".clientId");
        var secret = text("auth-client-secret", client.clientSecret(), at + ".clientSecret");
        var authentication = Choice.checked(
                        client.clientAuthentication().orElse(ApiAuth.ClientAuthentication.Basic),
                        ClientAuthentication.class,
                        at + ".clientAuthentication")
                .valid(problems);
        var addresses = Choice.checked(
                        client.addresses().orElse(Addresses.Public), FetchGrant.Addresses.class, at + ".addresses")
                .valid(problems);
        var ca = values.pem("auth-ca", client.ca(), at + ".ca", problems);
        if (id.isEmpty() || secret.isEmpty() || authentication.isEmpty() || addresses.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new dev.hyperterse.catalog.server.adapter.ApiAuth.OAuthClient(
                client.tokenUrl(),
                id.get(),
                secret.get(),
                authentication.get(),
                client.scopes(),
                client.audience(),
                client.resource(),
                addresses.get(),
                ca));
    }

    private void checkUrl(String text, String at) {
        var url = HttpUrl.parse(text)
                .filter(it -> it.getRawFragment() == null)
                .filter(it -> it.normalize().getRawPath().equals(it.getRawPath()));
        if (url.isEmpty()) {
            problems.add(Reason.InvalidAdapter.problem(
                    at,
                    "token-url",
                    "it is not an http or https URL without credentials and fragment",
                    "write it like https://login.example.com/oauth2/token"));
        } else if (!HttpUrl.isProtected(url.get())) {
            problems.add(Reason.InvalidAdapter.problem(
                    at,
                    "tokens-over-tls",
                    "secret and token over http can be read in transit",
                    "use https, with ca for an authority of your own; http is for loopback addresses"));
        }
    }

    private Optional<ValueKey> text(String name, Setting declared, String at) {
        if (declared == null) {
            problems.add(Reason.InvalidAdapter.problem(
                    at, "one-source", "the setting has no value", "set value or valueFrom"));
            return Optional.empty();
        }
        var value = values.value(declared, at)
                .then(text -> VISIBLE.matcher(text).matches()
                        ? Checked.sound(text)
                        : Checked.faulty(Reason.InvalidAdapter.problem(
                                at,
                                "client-text",
                                "the value is empty, or has a line break or another character that no client has",
                                "write ASCII on one line; a line break at the end of a Secret counts")));
        return values.put(name, value, problems);
    }
}
