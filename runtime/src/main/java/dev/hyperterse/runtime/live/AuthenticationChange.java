package dev.hyperterse.runtime.live;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.access.PolicyCheck;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Decides which callers must authenticate again after a swap. Results of an unchanged plugin stay valid, so a new key
 * or a change of another plugin does not affect its callers.
 */
public final class AuthenticationChange {
    private static final Predicate<Principal> ALL = _ -> true;
    private static final Predicate<Principal> NONE = _ -> false;

    private final AuthSettings then;
    private final AuthSettings now;
    private final ValueSet valuesThen;
    private final ValueSet valuesNow;
    private final Set<String> changedToolsets;
    private final Optional<PolicyCheck> policy;
    private final Map<String, Predicate<Principal>> concerned = new HashMap<>();

    /** @param changedToolsets those that are gone, or whose callers are others now */
    AuthenticationChange(
            AuthSettings then, ValueSet valuesThen, AuthSettings now, ValueSet valuesNow, Set<String> changedToolsets) {
        this.changedToolsets = Set.copyOf(changedToolsets);
        this.then = then;
        this.now = now;
        this.valuesThen = valuesThen;
        this.valuesNow = valuesNow;
        this.policy = now.required().isEmpty() ? Optional.empty() : now.policy().map(PolicyCheck::ofServer);
    }

    /** Whether the caller must authenticate again. */
    public boolean concerns(Principal caller) {
        return caller.toolset().filter(changedToolsets::contains).isPresent()
                || concernsAtServer(caller.at(Optional.empty()));
    }

    private boolean concernsAtServer(Principal caller) {
        if (caller.plugin().isEmpty()) {
            return !passesAsAnonymous() || !isAdmitted(caller);
        }
        return !isAdmitted(caller)
                || concerned
                        .computeIfAbsent(caller.plugin().get(), this::callersOf)
                        .test(caller);
    }

    private boolean passesAsAnonymous() {
        return now.required().isEmpty() || now.allowsAll();
    }

    private boolean isAdmitted(Principal caller) {
        return policy.filter(check -> !check.admits(caller)).isEmpty();
    }

    private Predicate<Principal> callersOf(String plugin) {
        var before = find(then, plugin);
        var after = find(now, plugin);
        if (before.isEmpty() || !before.equals(after) || !then.resource().equals(now.resource())) {
            return ALL;
        }
        return switch (after.get()) {
            case AuthPlugin.ApiKeys keys -> {
                var revoked = revoked(keys.keys());
                yield caller -> revoked.contains(caller.subject().orElse(""));
            }
            case AuthPlugin.Tokens tokens -> tokens.authority().stream().allMatch(this::isSame) ? NONE : ALL;
            case AuthPlugin.Script script -> script.values().allMatch(this::isSame) ? NONE : ALL;
            case AuthPlugin.AllowAll _ -> NONE;
        };
    }

    private static Optional<AuthPlugin> find(AuthSettings settings, String plugin) {
        return settings.required().stream()
                .filter(it -> it.name().equals(plugin))
                .findFirst();
    }

    private boolean isSame(ValueKey key) {
        return valuesThen.find(key).equals(valuesNow.find(key));
    }

    /** The principals of removed keys. The key that a caller used is unknown, so each of its keys counts. */
    private Set<String> revoked(ValueKey key) {
        var revoked = new HashSet<String>();
        var left = digests(valuesNow, key);
        digests(valuesThen, key).forEach((digest, principal) -> {
            if (!principal.equals(left.get(digest))) {
                revoked.add(principal);
            }
        });
        return revoked;
    }

    private static Map<String, String> digests(ValueSet values, ValueKey key) {
        return values.find(key)
                .map(ApiKeyDigests::read)
                .map(ApiKeyDigests::principals)
                .orElseGet(Map::of);
    }
}
