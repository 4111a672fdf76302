package dev.hyperterse.runtime.auth.caller;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Authenticates by an API key in a header. */
public final class ApiKeyAuthenticator implements Authenticator {
    public static final String SCHEME = "ApiKey ";

    /** Longer than any key that the operator accepts. */
    private static final int LONGEST = 1024;

    private final String plugin;
    private final String name;
    private final ApiKeyDigests keys;
    /**
     * The result for each key. Caches use the principal as an identity key, so each key has only one. Bounded by the
     * number of keys.
     */
    private final Map<String, AuthenticationResult> passed = new ConcurrentHashMap<>();

    /**
     * @param plugin its name in the server
     * @param name of the header
     */
    public ApiKeyAuthenticator(String plugin, String name, ApiKeyDigests keys) {
        this.plugin = plugin;
        this.name = name;
        this.keys = keys;
    }

    @Override
    public Optional<AuthenticationResult> recall(Credentials credentials) {
        return Optional.of(authenticate(credentials));
    }

    @Override
    public AuthenticationResult authenticate(Credentials credentials) {
        var sent = credentials.header(name);
        if (sent.isEmpty()) {
            return new AuthenticationResult.Missing();
        }
        if (sent.size() > 1) {
            return new AuthenticationResult.Refused("there is more than one header " + name);
        }
        var key = sent.getFirst().strip();
        return Optional.of(key)
                .filter(it -> it.length() <= LONGEST)
                .flatMap(keys::principal)
                .map(principal -> passed.computeIfAbsent(principal, this::passed))
                .orElseGet(() -> new AuthenticationResult.Refused("the key in " + name + " is none of this server"));
    }

    private AuthenticationResult passed(String principal) {
        return new AuthenticationResult.Passed(Principal.named(plugin, principal), Optional.empty());
    }

    @Override
    public Optional<String> challenge(AuthenticationResult result, Set<String> scopes) {
        return result instanceof AuthenticationResult.NotAdmitted
                ? Optional.empty()
                : Optional.of(SCHEME + "header=\"" + name + "\"");
    }

    @Override
    public List<String> headers() {
        return List.of(name);
    }
}
