package dev.hyperterse.runtime.auth;

import dev.hyperterse.catalog.server.Toolset;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.runtime.auth.proof.ProofKeys;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** The metadata of a protected resource, by which clients find its authorization servers (RFC 9728). */
public final class ProtectedResource {
    private static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";

    private ProtectedResource() {}

    /**
     * The document at that path; empty if there is none.
     *
     * @param behindEndpoint the settings of URLs that have that text behind the path of the endpoint; empty where there is no
     *     metadata for them
     */
    public static Optional<byte[]> at(
            String path,
            String endpoint,
            Function<String, Optional<AuthSettings>> behindEndpoint,
            AuthSettings settings,
            List<Toolset> toolsets) {
        // Clients that find nothing for their URL look at the root, which therefore says nothing where one must not
        // look.
        var hasRoot = toolsets.stream().allMatch(toolset -> toolset.leadsToTokens(settings));
        return settings.resource().flatMap(resource -> Stream.of(WELL_KNOWN + endpoint, WELL_KNOWN + pathOf(resource))
                .flatMap(parent -> path.equals(parent)
                        ? Stream.of(settings)
                        : behind(parent, path).flatMap(behindEndpoint).stream())
                .findFirst()
                .or(() -> Optional.of(settings).filter(_ -> hasRoot && path.equals(WELL_KNOWN)))
                .flatMap(described -> document(resource, described)));
    }

    private static Stream<String> issuers(AuthPlugin plugin) {
        return switch (plugin) {
            case AuthPlugin.Tokens tokens -> Stream.of(tokens.issuer());
            case AuthPlugin.Script script -> script.authorizationServers().stream();
            case AuthPlugin.ApiKeys _, AuthPlugin.AllowAll _ -> Stream.empty();
        };
    }

    /** Clients may derive the document's URL from the whole URL that they call. */
    private static Optional<String> behind(String parent, String path) {
        var before = parent.endsWith("/") ? parent.substring(0, parent.length() - 1) : parent;
        return Optional.of(path).filter(it -> it.startsWith(before)).map(it -> it.substring(before.length()));
    }

    /** The URL of the document: below the public address, independent of proxies in front of the server. */
    static String metadataUrl(String resource) {
        var url = URI.create(resource);
        return url.getScheme() + "://" + url.getRawAuthority() + WELL_KNOWN + pathOf(resource);
    }

    private static String pathOf(String resource) {
        var path = URI.create(resource).getRawPath();
        return path == null || path.equals("/") ? "" : path;
    }

    /** Empty where no plugin has an issuer. */
    private static Optional<byte[]> document(String resource, AuthSettings settings) {
        var issuers = settings.required().stream()
                .flatMap(ProtectedResource::issuers)
                .distinct()
                .toList();
        if (issuers.isEmpty()) {
            return Optional.empty();
        }
        var document = JsonMapper.shared().createObjectNode().put("resource", resource);
        var servers = document.putArray("authorization_servers");
        issuers.forEach(servers::add);
        document.putArray("bearer_methods_supported").add("header");
        // Scripts do not check proofs of possession, so none are announced for their tokens.
        if (settings.required().stream().anyMatch(AuthPlugin.Tokens.class::isInstance)) {
            var algorithms = document.putArray("dpop_signing_alg_values_supported");
            ProofKeys.ALGORITHMS.forEach(it -> algorithms.add(it.getName()));
        }
        var scopes = settings.announcedScopes();
        if (!scopes.isEmpty()) {
            scopes.forEach(document.putArray("scopes_supported")::add);
        }
        return Optional.of(JsonMapper.shared().writeValueAsBytes(document));
    }
}
