package dev.hyperterse.compiler.server.auth;

import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.References;
import dev.hyperterse.compiler.resolve.Resolved;
import dev.hyperterse.compiler.server.setting.HttpUrl;
import dev.hyperterse.crds.v1alpha1.auth.AuthPlugin.Jwt;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compiles a plugin that takes the tokens of an issuer. */
final class TokensCompiler {
    private static final String DEFAULT_SCOPES_CLAIM = "scope";

    private final References references;
    private final String plugin;
    private final List<Problem> problems = new ArrayList<>();

    TokensCompiler(References references, String plugin) {
        this.references = references;
        this.plugin = plugin;
    }

    Checked<AuthCompiler.Plugin> compile(Jwt declared, Optional<String> resource, String path) {
        checkUrl(declared.issuer(), path + ".issuer");
        declared.jwksUri().ifPresent(url -> checkUrl(url, path + ".jwksUri"));
        var audiences = declared.audiences().isEmpty() ? resource.stream().toList() : declared.audiences();
        if (resource.isEmpty()) {
            problems.add(Reason.InvalidAuth.problem(
                    "spec.auth.resource",
                    "tokens-need-a-resource",
                    "a jwt plugin needs the identity that tokens are issued for",
                    "set it to the URL of the endpoint, such as https://shop.example.com/mcp"));
        }
        var authority = authority(declared, path + ".ca");
        var key = ValueKey.auth(plugin, "ca");
        return Checked.unless(
                problems,
                new AuthCompiler.Plugin(
                        new AuthPlugin.Tokens(
                                plugin,
                                declared.issuer(),
                                audiences,
                                declared.jwksUri(),
                                declared.scopesClaim().orElse(DEFAULT_SCOPES_CLAIM),
                                declared.groupsClaim(),
                                authority.map(_ -> key)),
                        authority.map(pem -> Map.of(key, pem)).orElseGet(Map::of)));
    }

    private Optional<String> authority(Jwt declared, String path) {
        return declared.ca()
                .flatMap(it -> references.document(it, path).valid(problems))
                .map(Resolved::text);
    }

    private void checkUrl(String text, String path) {
        var url = HttpUrl.parse(text);
        if (url.isEmpty() || url.map(URI::getRawFragment).isPresent()) {
            problems.add(Reason.InvalidAuth.problem(
                    path,
                    "http-url",
                    "'%s' is not an http or https URL without credentials".formatted(text),
                    "write it as the issuer does"));
        } else if (!HttpUrl.isProtected(url.get())) {
            problems.add(Reason.InvalidAuth.problem(
                    path,
                    "keys-over-tls",
                    "keys over http can be altered in transit, which would let anyone forge tokens",
                    "use https, with ca for an authority of your own; http is for loopback addresses"));
        }
    }
}
