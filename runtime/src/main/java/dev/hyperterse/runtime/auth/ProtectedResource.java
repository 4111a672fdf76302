package dev.hyperterse.runtime.auth;

import dev.hyperterse.catalog.server.AuthPlugin;
import dev.hyperterse.catalog.server.AuthSettings;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** What a server publishes of itself, so that clients find out whose tokens it takes (RFC 9728). */
public final class ProtectedResource {
    private static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";

    private ProtectedResource() {}

    /** The document at that path; empty where there is none. */
    public static Optional<byte[]> at(String path, String endpoint, AuthSettings settings) {
        var issuers = settings.required().stream()
                .flatMap(
                        plugin -> plugin instanceof AuthPlugin.Tokens tokens ? Stream.of(tokens.issuer()) : Stream.of())
                .distinct()
                .toList();
        return settings.resource()
                .filter(_ -> !issuers.isEmpty())
                .filter(resource -> path.equals(WELL_KNOWN)
                        || path.equals(WELL_KNOWN + endpoint)
                        || path.equals(WELL_KNOWN + pathOf(resource)))
                .map(resource -> document(resource, issuers, settings.announcedScopes()));
    }

    /** Where clients find it: the identity is the public address, whatever proxies are before the server. */
    static String metadataUrl(String resource) {
        var url = URI.create(resource);
        return url.getScheme() + "://" + url.getRawAuthority() + WELL_KNOWN + pathOf(resource);
    }

    private static String pathOf(String resource) {
        var path = URI.create(resource).getRawPath();
        return path == null || path.equals("/") ? "" : path;
    }

    private static byte[] document(String resource, List<String> issuers, Collection<String> scopes) {
        var document = JsonMapper.shared().createObjectNode().put("resource", resource);
        var servers = document.putArray("authorization_servers");
        issuers.forEach(servers::add);
        document.putArray("bearer_methods_supported").add("header");
        ProofKeys.ALGORITHMS.forEach(
                it -> document.withArray("dpop_signing_alg_values_supported").add(it.getName()));
        if (!scopes.isEmpty()) {
            scopes.forEach(document.putArray("scopes_supported")::add);
        }
        return JsonMapper.shared().writeValueAsBytes(document);
    }
}
