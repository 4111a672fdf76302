package dev.hyperterse.runtime.auth;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.hyperterse.calls.tls.PemContext;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.Toolset;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.access.PolicyCheck;
import dev.hyperterse.runtime.auth.caller.ApiKeyAuthenticator;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.runtime.auth.caller.Authenticator;
import dev.hyperterse.runtime.auth.caller.Credentials;
import dev.hyperterse.runtime.auth.caller.PluginTokens;
import dev.hyperterse.runtime.auth.caller.TokenCache;
import dev.hyperterse.runtime.auth.proof.ProofVerifier;
import dev.hyperterse.runtime.auth.proof.ReplayCache;
import dev.hyperterse.runtime.auth.script.PluginScripts;
import dev.hyperterse.runtime.auth.script.ScriptAuthenticator;
import dev.hyperterse.runtime.auth.token.BearerChallenge;
import dev.hyperterse.runtime.auth.token.IssuerDocuments;
import dev.hyperterse.runtime.auth.token.IssuerKeys;
import dev.hyperterse.runtime.auth.token.TokenAuthenticator;
import dev.hyperterse.runtime.auth.token.TokenVerifier;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The authentication of the live catalog. A plugin that is unchanged by a swap keeps its keys and cached tokens. */
public final class Authentications {
    private static final Logger LOG = LoggerFactory.getLogger(Authentications.class);

    private final InstantSource clock;
    private final PluginScripts scripts;
    private final TokenCache tokens;
    /** Shared by all plugins and all their versions: a used proof stays used. */
    private final ReplayCache proofs;

    private volatile Optional<Bound> bound = Optional.empty();

    /** @param proofBytes for proofs of possession, which are used once */
    public Authentications(InstantSource clock, PluginScripts scripts, TokenCache tokens, long proofBytes) {
        this.clock = clock;
        this.scripts = scripts;
        this.tokens = tokens;
        this.proofs = new ReplayCache(clock, proofBytes);
    }

    /** A plugin with the values that it uses. Equal plugins share one authenticator. */
    private record Plugin(AuthPlugin settings, Optional<String> resource, Map<ValueKey, String> values) {
        Optional<String> value(ValueKey key) {
            return Optional.ofNullable(values.get(key));
        }

        BearerChallenge challenge() {
            return new BearerChallenge(resource.map(ProtectedResource::metadataUrl));
        }

        /** Omits the values. */
        @Override
        public String toString() {
            return "Plugin[" + settings.name() + "]";
        }
    }

    /** @param toolsets the authentication at the URL of each */
    private record Bound(
            AuthSettings settings,
            ValueSet values,
            List<Toolset> declared,
            Map<Plugin, Authenticator> plugins,
            Authentication server,
            Map<String, Authentication> toolsets) {
        boolean isOf(AuthSettings others, List<Toolset> otherToolsets, ValueSet otherValues) {
            return settings == others && values == otherValues && declared == otherToolsets;
        }

        Optional<Authentication> at(Optional<String> toolset) {
            return Optional.of(toolset.map(toolsets::get).orElse(server));
        }
    }

    /**
     * The authentication of these settings; empty if the server requires none.
     *
     * @param toolset one of these settings, whose URL is called; empty at that of the server
     */
    public Optional<Authentication> of(ServerSettings settings, ValueSet values, Optional<String> toolset) {
        return of(settings.auth(), settings.toolsets(), values, toolset);
    }

    /** The authentication of a server without toolsets. */
    public Optional<Authentication> of(AuthSettings settings, ValueSet values) {
        return of(settings, List.of(), values, Optional.empty());
    }

    private Optional<Authentication> of(
            AuthSettings settings, List<Toolset> toolsets, ValueSet values, Optional<String> toolset) {
        if (settings.required().isEmpty()) {
            return Optional.empty();
        }
        var known = bound;
        return known.filter(it -> it.isOf(settings, toolsets, values)).isPresent()
                ? known.get().at(toolset)
                : bind(settings, toolsets, values).at(toolset);
    }

    /**
     * Links the plugins of a catalog that is not live yet, and does everything that can fail.
     *
     * @return to be run when the catalog is live
     */
    public synchronized Runnable prepare(ServerSettings settings, ValueSet values) {
        if (settings.auth().required().isEmpty()) {
            return () -> {};
        }
        var next = Optional.of(linked(settings.auth(), settings.toolsets(), values));
        return () -> bound = next;
    }

    private synchronized Bound bind(AuthSettings settings, List<Toolset> toolsets, ValueSet values) {
        var next = linked(settings, toolsets, values);
        bound = Optional.of(next);
        return next;
    }

    private Bound linked(AuthSettings settings, List<Toolset> declared, ValueSet values) {
        var before = bound.map(Bound::plugins).orElseGet(Map::of);
        var plugins = new HashMap<Plugin, Authenticator>();
        var inTurn = settings.required().stream()
                .filter(plugin -> !(plugin instanceof AuthPlugin.AllowAll))
                .sorted(Comparator.comparing(Authentications::turn))
                .map(plugin -> new Plugin(plugin, settings.resource(), values(plugin, values)))
                .toList();
        inTurn.forEach(plugin ->
                plugins.computeIfAbsent(plugin, it -> before.containsKey(it) ? before.get(it) : authenticator(it)));
        var policy = settings.policy().map(PolicyCheck::ofServer);
        var all = new Authentication(inTurn.stream().map(plugins::get).toList(), settings.allowsAll(), policy);
        var toolsets = new HashMap<String, Authentication>();
        declared.forEach(toolset -> toolsets.put(
                toolset.name(),
                new Authentication(
                        inTurn.stream()
                                .filter(plugin -> toolset.admits(plugin.settings()))
                                .map(plugins::get)
                                .toList(),
                        settings.required().stream()
                                .filter(AuthPlugin.AllowAll.class::isInstance)
                                .anyMatch(toolset::admits),
                        policy,
                        toolset.metadata() == Toolset.Metadata.Hidden)));
        return new Bound(settings, values, declared, Map.copyOf(plugins), all, Map.copyOf(toolsets));
    }

    /**
     * Plugins are tried in the order of their cost, not of the list. So the identity of a caller with two kinds of
     * credentials never depends on caches, and no script runs for the token of an issuer.
     */
    private static int turn(AuthPlugin plugin) {
        return switch (plugin) {
            case AuthPlugin.ApiKeys _ -> 0;
            case AuthPlugin.Tokens _ -> 1;
            case AuthPlugin.Script _ -> 2;
            case AuthPlugin.AllowAll _ -> 3;
        };
    }

    private static Map<ValueKey, String> values(AuthPlugin plugin, ValueSet values) {
        var used =
                switch (plugin) {
                    case AuthPlugin.AllowAll _ -> Stream.<ValueKey>empty();
                    case AuthPlugin.ApiKeys keys -> Stream.of(keys.keys());
                    case AuthPlugin.Tokens tokens -> tokens.authority().stream();
                    case AuthPlugin.Script script -> script.values();
                };
        var found = new HashMap<ValueKey, String>();
        used.forEach(key -> values.find(key).ifPresent(value -> found.put(key, value)));
        return Map.copyOf(found);
    }

    private Authenticator authenticator(Plugin plugin) {
        return switch (plugin.settings()) {
            case AuthPlugin.AllowAll _ ->
                throw new IllegalArgumentException("a plugin that allows all has no authenticator");
            case AuthPlugin.ApiKeys keys ->
                new ApiKeyAuthenticator(
                        keys.name(),
                        keys.header(),
                        plugin.value(keys.keys())
                                .map(ApiKeyDigests::read)
                                .orElseGet(() -> new ApiKeyDigests(Map.of())));
            case AuthPlugin.Tokens tokens -> tokens(tokens, plugin);
            case AuthPlugin.Script script ->
                new ScriptAuthenticator(
                        script.name(),
                        script.headers(),
                        scripts.link(script, plugin.values()),
                        new PluginTokens(tokens),
                        clock,
                        Optional.of(plugin.challenge())
                                .filter(_ -> !script.authorizationServers().isEmpty()));
        };
    }

    private Authenticator tokens(AuthPlugin.Tokens settings, Plugin plugin) {
        try {
            var trust = settings.authority().isPresent()
                    ? Optional.of(trust(settings.authority().flatMap(plugin::value)))
                    : Optional.<SSLContext>empty();
            var known = new PluginTokens(tokens);
            var keys = new IssuerKeys(settings, new IssuerDocuments(trust), known::forgetAll, Ticker.systemTicker());
            var proofs = new ProofVerifier(settings.name(), plugin.resource().orElse(""), clock, this.proofs);
            return new TokenAuthenticator(new TokenVerifier(settings, keys, clock), known, proofs, plugin.challenge());
        } catch (GeneralSecurityException | IOException | IllegalArgumentException unusable) {
            LOG.atError()
                    .addKeyValue("event", "authority_unusable")
                    .addKeyValue("plugin", settings.name())
                    .log("the ca of a jwt plugin is unusable; all of its tokens are refused");
            return new Unusable("the ca that the server has for the issuer is unusable");
        }
    }

    private static SSLContext trust(Optional<String> authority) throws GeneralSecurityException, IOException {
        return PemContext.trusting(
                authority.orElseThrow(() -> new IllegalArgumentException("the authority is not among the values")));
    }

    /** Refuses all tokens. */
    private record Unusable(String why) implements Authenticator {
        @Override
        public Optional<AuthenticationResult> recall(Credentials credentials) {
            return Optional.of(authenticate(credentials));
        }

        @Override
        public AuthenticationResult authenticate(Credentials credentials) {
            return credentials.header("Authorization").isEmpty()
                    ? new AuthenticationResult.Missing()
                    : new AuthenticationResult.Unknown(why);
        }

        @Override
        public List<String> headers() {
            return List.of("Authorization");
        }

        @Override
        public Optional<String> challenge(AuthenticationResult result, Set<String> scopes) {
            return Optional.of("Bearer realm=\"mcp\"");
        }
    }
}
