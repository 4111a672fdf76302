package dev.hyperterse.runtime.auth;

import dev.hyperterse.runtime.call.Principal;
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

/** Reads the payload of a verified token. One with a claim twice is refused: which of them counts is a matter of taste. */
final class TokenClaims {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final String STANDARD = "scope";

    /** Where some issuers write what the standard calls scope. */
    private static final String ALTERNATIVE = "scp";

    private final String scopesClaim;

    TokenClaims(String scopesClaim) {
        this.scopesClaim = scopesClaim;
    }

    /** Empty when the payload is not what the signature promised to be, or has no subject. */
    Optional<Principal> principal(byte[] payload) {
        try {
            var tree = JSON.readTree(payload);
            var subject = Optional.ofNullable(tree.get("sub"))
                    .filter(JsonNode::isString)
                    .map(JsonNode::stringValue)
                    .filter(text -> !text.isBlank());
            return subject.map(_ -> new Principal(subject, scopes(tree), members(tree)));
        } catch (JacksonException malformed) {
            return Optional.empty();
        }
    }

    private static Map<String, JsonNode> members(JsonNode tree) {
        var members = new HashMap<String, JsonNode>();
        tree.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
        return members;
    }

    private Set<String> scopes(JsonNode tree) {
        var found = find(tree, scopesClaim);
        if (found.isMissingNode() && scopesClaim.equals(STANDARD)) {
            found = find(tree, ALTERNATIVE);
        }
        var scopes = new HashSet<String>();
        if (found.isString()) {
            scopes.addAll(Set.of(found.stringValue().split(" +")));
        } else {
            found.forEach(item -> item.asStringOpt().ifPresent(scopes::add));
        }
        scopes.remove("");
        return scopes;
    }

    /** A claim of that very name, or one that the dots lead to. */
    private static JsonNode find(JsonNode tree, String path) {
        var direct = tree.path(path);
        if (!direct.isMissingNode()) {
            return direct;
        }
        var at = tree;
        for (var step : path.split("\\.")) {
            at = at.path(step);
        }
        return at;
    }
}
