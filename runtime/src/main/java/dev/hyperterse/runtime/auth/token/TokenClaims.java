package dev.hyperterse.runtime.auth.token;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the payload of a verified token. A payload with a duplicate claim is refused, because parsers differ in which
 * one counts.
 */
public final class TokenClaims {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final String STANDARD = "scope";

    /** The claim that some issuers use instead of scope. */
    private static final String ALTERNATIVE = "scp";

    private static final String GROUPS = "groups";

    private final AuthPlugin.Tokens settings;

    public TokenClaims(AuthPlugin.Tokens settings) {
        this.settings = settings;
    }

    /** Empty when the payload is malformed or has no subject. */
    public Optional<Principal> principal(byte[] payload) {
        try {
            var tree = JSON.readTree(payload);
            var subject = Optional.ofNullable(tree.get("sub"))
                    .filter(JsonNode::isString)
                    .map(JsonNode::stringValue)
                    .filter(text -> !text.isBlank());
            return subject.map(_ -> principal(subject, members(tree)));
        } catch (JacksonException malformed) {
            return Optional.empty();
        }
    }

    private Principal principal(Optional<String> subject, Map<String, JsonNode> claims) {
        var plugin = Optional.of(settings.name());
        var known = new Principal(plugin, subject, Set.of(), Set.of(), claims);
        return new Principal(plugin, subject, scopes(known), groups(known), claims);
    }

    private static Map<String, JsonNode> members(JsonNode tree) {
        var members = new HashMap<String, JsonNode>();
        tree.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
        return members;
    }

    private Set<String> scopes(Principal principal) {
        var found = principal.claim(settings.scopesClaim());
        if (found.isEmpty() && settings.scopesClaim().equals(STANDARD)) {
            found = principal.claim(ALTERNATIVE);
        }
        var scopes = new HashSet<String>();
        found.ifPresent(claim -> {
            if (claim.isString()) {
                scopes.addAll(Arrays.asList(claim.stringValue().split(" +")));
            } else {
                scopes.addAll(texts(claim));
            }
        });
        scopes.remove("");
        return scopes;
    }

    private Set<String> groups(Principal principal) {
        return principal
                .claim(settings.groupsClaim().orElse(GROUPS))
                .map(claim -> claim.isString() ? Set.of(claim.stringValue()) : texts(claim))
                .orElseGet(Set::of);
    }

    private static Set<String> texts(JsonNode list) {
        var texts = new HashSet<String>();
        list.forEach(item -> {
            if (item.isString()) {
                texts.add(item.stringValue());
            }
        });
        return texts;
    }
}
