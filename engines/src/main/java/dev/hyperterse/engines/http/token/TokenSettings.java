package dev.hyperterse.engines.http.token;

import dev.hyperterse.calls.HiddenValues;
import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.calls.tls.PemContext;
import dev.hyperterse.catalog.server.adapter.ApiAuth;
import dev.hyperterse.catalog.server.adapter.ApiAuth.ClientAuthentication;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.RequiredValue;
import dev.hyperterse.engines.UnusableSettings;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * A client of an OAuth server.
 *
 * @param form the request for a token, without the client
 * @param authentication how the client sends its secret
 * @param verifying the plugins whose callers' tokens are exchanged; empty if the adapter has a token of its own
 */
public record TokenSettings(
        AllowedUrl url,
        SSLContext trust,
        String id,
        String secret,
        ClientAuthentication authentication,
        Map<String, String> form,
        Optional<SortedSet<String>> verifying) {
    public TokenSettings {
        // In the order of the request.
        form = Collections.unmodifiableMap(new LinkedHashMap<>(form));
    }

    /** The values that the settings name. */
    public static Stream<Optional<ValueKey>> named(ApiAuth auth) {
        var client = auth.client();
        return Stream.of(Optional.of(client.clientId()), Optional.of(client.clientSecret()), client.ca());
    }

    /** The secret of the client, as far as it has a value. */
    public static Optional<String> secret(ApiAuth auth, ValueSet values) {
        return values.find(auth.client().clientSecret());
    }

    /** Identifies the client and the rights of its tokens. */
    public static String role(ApiAuth auth, ValueSet values) {
        return String.join(
                "\n",
                auth.toString(),
                values.find(auth.client().clientId()).orElse(""),
                auth.client().ca().flatMap(values::find).orElse(""));
    }

    /** @throws UnusableSettings when a value is missing or the authorities cannot be read */
    public static TokenSettings of(ApiAuth auth, ValueSet values) {
        var client = auth.client();
        var form = new LinkedHashMap<String, String>();
        form.put("grant_type", grant(auth));
        if (!client.scopes().isEmpty()) {
            form.put("scope", String.join(" ", client.scopes()));
        }
        client.audience().ifPresent(it -> form.put("audience", it));
        client.resource().ifPresent(it -> form.put("resource", it));
        var ca = client.ca().map(key -> RequiredValue.of(values, key, "ca of the token endpoint"));
        return new TokenSettings(
                new AllowedUrl(URI.create(client.tokenUrl()), client.addresses(), ca),
                trust(ca),
                RequiredValue.of(values, client.clientId(), "clientId"),
                RequiredValue.of(values, client.clientSecret(), "clientSecret"),
                client.clientAuthentication(),
                form,
                auth instanceof ApiAuth.TokenExchange(var _, var plugins) ? Optional.of(plugins) : Optional.empty());
    }

    private static String grant(ApiAuth auth) {
        return switch (auth) {
            case ApiAuth.ClientCredentials _ -> "client_credentials";
            case ApiAuth.TokenExchange _ -> "urn:ietf:params:oauth:grant-type:token-exchange";
        };
    }

    private static SSLContext trust(Optional<String> ca) {
        try {
            return PemContext.of(true, ca, Optional.empty(), Optional.empty());
        } catch (GeneralSecurityException | IOException | IllegalArgumentException unreadable) {
            throw new UnusableSettings("the authorities of the token endpoint cannot be read");
        }
    }

    /** The header of client_secret_basic; both parts are encoded before they are joined. */
    Optional<String> basic() {
        var pair = encoded(id) + ":" + encoded(secret);
        return authentication == ClientAuthentication.Basic
                ? Optional.of("Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII)))
                : Optional.empty();
    }

    /** The body of the request. @param subject the token to exchange */
    String body(Optional<String> subject) {
        var fields = new LinkedHashMap<>(form);
        subject.ifPresent(token -> {
            fields.put("subject_token", token);
            fields.put("subject_token_type", "urn:ietf:params:oauth:token-type:access_token");
        });
        if (authentication == ClientAuthentication.Post) {
            fields.put("client_id", id);
            fields.put("client_secret", secret);
        }
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** The field that allows private addresses. */
    String addressesField() {
        return "http.auth.%s.addresses".formatted(verifying.isPresent() ? "tokenExchange" : "clientCredentials");
    }

    /** The values that no message may show. */
    List<HiddenValues.Named> hidden() {
        return Stream.concat(
                        Stream.of(secret, encoded(secret)), basic().map(it -> it.substring("Basic ".length())).stream())
                .map(it -> new HiddenValues.Named("the client secret of the adapter", it))
                .toList();
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "TokenSettings[]";
    }
}
