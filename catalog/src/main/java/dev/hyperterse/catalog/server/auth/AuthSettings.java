package dev.hyperterse.catalog.server.auth;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.access.AccessRule;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The authentication of a server.
 *
 * @param required a call passes one of these; never empty with mode Required, empty otherwise
 * @param policy what every caller must be, besides authenticated
 * @param rules that every definition has besides its own; leaves hold them, so that no replica serves one without
 * @param decision the decision point that decides about each call; leaves say so, so that no replica serves one without
 * @param resource the identity of the endpoint that tokens are issued for (RFC 9728)
 * @param scopes the value of {@code scopes_supported}; empty for the scopes of the policy
 */
public record AuthSettings(
        Mode mode,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<AuthPlugin> required,
        Optional<String> resource,
        Optional<AccessPolicy> policy,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<AccessRule> rules,
        Optional<DecisionSettings> decision,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> scopes) {
    public AuthSettings {
        required = required == null ? List.of() : List.copyOf(required);
        resource = resource == null ? Optional.empty() : resource;
        policy = policy == null ? Optional.empty() : policy;
        rules = rules == null ? List.of() : List.copyOf(rules);
        decision = decision == null ? Optional.empty() : decision;
        scopes = scopes == null ? List.of() : List.copyOf(scopes);
        if (required.isEmpty() == (mode == Mode.Required)) {
            throw new IllegalArgumentException("plugins are required by mode Required, and by no other");
        }
    }

    /** Of a server that announces the scopes of its policy. */
    public AuthSettings(
            Mode mode,
            List<AuthPlugin> required,
            Optional<String> resource,
            Optional<AccessPolicy> policy,
            List<AccessRule> rules,
            Optional<DecisionSettings> decision) {
        this(mode, required, resource, policy, rules, decision, List.of());
    }

    /** Of a server without rules. */
    public AuthSettings(
            Mode mode, List<AuthPlugin> required, Optional<String> resource, Optional<AccessPolicy> policy) {
        this(mode, required, resource, policy, List.of(), Optional.empty());
    }

    /** The value of {@code scopes_supported} in the metadata of the protected resource. */
    public Collection<String> announcedScopes() {
        return scopes.isEmpty() ? policy.map(AccessPolicy::scopes).orElseGet(Set::of) : scopes;
    }

    /** These settings with a decision point that is asked about each call. */
    public AuthSettings decidedBy(DecisionSettings decision) {
        return new AuthSettings(mode, required, resource, policy, rules, Optional.of(decision), scopes);
    }

    /** These settings with some of the plugins. */
    public AuthSettings requiring(List<AuthPlugin> some) {
        return new AuthSettings(mode, some, resource, policy, rules, decision, scopes);
    }

    /** Whether callers without credentials are admitted although plugins are required. */
    public boolean allowsAll() {
        return required.stream().anyMatch(AuthPlugin.AllowAll.class::isInstance);
    }

    /** A server that asks for nothing. */
    public static AuthSettings of(Mode mode) {
        return new AuthSettings(mode, List.of(), Optional.empty(), Optional.empty());
    }

    /** Anonymous: declared open. Open: nothing was declared, which the server's status points out. */
    public enum Mode {
        Required,
        Anonymous,
        Open
    }
}
