package dev.hyperterse.catalog.server;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A part of a server that is served at a URL of its own. Its definitions say in their access policy that they belong to it.
 *
 * @param name the last part of the path
 * @param exposure where it differs from that of the server
 * @param instructions where they differ from those of the server
 * @param plugins those that callers may pass here; all of the server where there is none
 * @param metadata whether clients find OAuth metadata for its URL
 */
public record Toolset(
        String name,
        Optional<Exposure> exposure,
        Optional<String> instructions,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> plugins,
        Metadata metadata) {
    /** Whether clients find OAuth metadata for the URL. */
    public enum Metadata {
        Published,
        Hidden
    }

    /** Those of these definitions that are tools of it. */
    public List<ToolLeaf> tools(Collection<Leaf> leaves) {
        return leaves.stream()
                .filter(ToolLeaf.class::isInstance)
                .map(ToolLeaf.class::cast)
                .filter(tool -> tool.access()
                        .flatMap(AccessPolicy::toolsets)
                        .filter(names -> names.contains(name))
                        .isPresent())
                .toList();
    }

    /** Whether callers may pass that plugin of the server here. */
    public boolean admits(AuthPlugin plugin) {
        return plugins.isEmpty() || plugins.contains(plugin.name());
    }

    /** Whether clients of its URL may look for an authorization server. */
    public boolean leadsToTokens(AuthSettings auth) {
        return metadata == Metadata.Published
                && auth.required().stream().anyMatch(plugin -> admits(plugin) && hasIssuer(plugin));
    }

    /** The part of the server's authentication that metadata of its URL describes; empty if it leads to no tokens. */
    public Optional<AuthSettings> metadataOf(AuthSettings auth) {
        return Optional.of(auth)
                .filter(this::leadsToTokens)
                .map(it ->
                        it.requiring(it.required().stream().filter(this::admits).toList()));
    }

    private static boolean hasIssuer(AuthPlugin plugin) {
        return switch (plugin) {
            case AuthPlugin.Tokens _ -> true;
            case AuthPlugin.Script script -> !script.authorizationServers().isEmpty();
            case AuthPlugin.ApiKeys _, AuthPlugin.AllowAll _ -> false;
        };
    }

    public Toolset {
        exposure = exposure == null ? Optional.empty() : exposure;
        instructions = instructions == null ? Optional.empty() : instructions;
        plugins = plugins == null ? List.of() : List.copyOf(plugins);
    }
}
