package dev.hyperterse.runtime.auth.script;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the value that a plugin's script returned: a caller, or null for credentials that it does not accept. Any other
 * value is an error of the script, so that a typing mistake admits no caller.
 */
final class ReturnedPrincipal {
    private static final int LONGEST = 32 * 1024;
    private static final int DEEPEST = 32;
    private static final int MOST_NAMES = 256;

    private static final Set<String> MEMBERS = Set.of("subject", "scopes", "groups", "claims", "expires");

    /** The rule for names of API keys: they are shown in records of calls, and compared exactly. */
    private static final Pattern NAME = Pattern.compile("[^\\p{Cntrl}\\u2028\\u2029]{1,253}");

    /** RFC 6749, section 3.3. */
    private static final Pattern SCOPE = Pattern.compile("[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,253}");

    /** A time in 1973 in milliseconds: a smaller number was given in seconds. */
    private static final long SECONDS = 100_000_000_000L;

    /** The maximum lifetime: streams end then, and their credentials are checked again. */
    private static final Duration FURTHEST = Duration.ofDays(1);

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final String plugin;

    ReturnedPrincipal(String plugin) {
        this.plugin = plugin;
    }

    AuthenticationResult read(String json, Instant now) throws MalformedAnswer {
        if (json.length() > LONGEST) {
            throw new MalformedAnswer("it returned more than %d characters".formatted(LONGEST));
        }
        var tree = parse(json);
        if (tree.isNull()) {
            return new AuthenticationResult.Refused("the credentials are not accepted");
        }
        if (!tree.isObject() || !MEMBERS.containsAll(tree.propertyNames())) {
            throw new MalformedAnswer(
                    "it did not return null or an object of subject, scopes, groups, claims and expires alone");
        }
        var subject = name(member(tree, "subject")
                .orElseThrow(() -> new MalformedAnswer("it returned a caller without a subject")));
        var until = member(tree, "expires");
        var principal =
                new Principal(Optional.of(plugin), Optional.of(subject), scopes(tree), groups(tree), claims(tree));
        if (until.isEmpty()) {
            return new AuthenticationResult.Passed(principal, Optional.empty());
        }
        var end = moment(until.get());
        if (!end.isAfter(now)) {
            return new AuthenticationResult.Refused("the credentials have expired");
        }
        var furthest = now.plus(FURTHEST);
        return new AuthenticationResult.Passed(principal, Optional.of(end.isBefore(furthest) ? end : furthest));
    }

    private static JsonNode parse(String json) throws MalformedAnswer {
        try {
            return JSON.readTree(json);
        } catch (JacksonException odd) {
            // The message of the exception would quote the value.
            throw new MalformedAnswer("it returned a value that is nested too deeply, or no JSON");
        }
    }

    private static Optional<JsonNode> member(JsonNode tree, String name) throws MalformedAnswer {
        var member = Optional.ofNullable(tree.get(name));
        if (member.filter(JsonNode::isNull).isPresent()) {
            throw new MalformedAnswer("it returned null, or no number, as " + name);
        }
        return member;
    }

    private static String name(JsonNode subject) throws MalformedAnswer {
        return Optional.of(subject)
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .filter(text -> NAME.matcher(text).matches() && !text.isBlank())
                .orElseThrow(() -> new MalformedAnswer(
                        "it returned a subject that is not a text of 1 to 253 characters without control characters"));
    }

    private static Set<String> scopes(JsonNode tree) throws MalformedAnswer {
        var scopes = member(tree, "scopes");
        if (scopes.filter(JsonNode::isString).isPresent()) {
            var split = Arrays.stream(scopes.get().stringValue().split(" "))
                    .filter(scope -> !scope.isEmpty())
                    .toList();
            return names("scopes", split, SCOPE);
        }
        return names("scopes", texts("scopes", scopes), SCOPE);
    }

    private static Set<String> groups(JsonNode tree) throws MalformedAnswer {
        return names("groups", texts("groups", member(tree, "groups")), NAME);
    }

    private static List<String> texts(String member, Optional<JsonNode> list) throws MalformedAnswer {
        if (list.filter(it -> !it.isArray() || !it.valueStream().allMatch(JsonNode::isString))
                .isPresent()) {
            throw new MalformedAnswer("it returned %s that are no list of texts".formatted(member));
        }
        return list.stream()
                .flatMap(JsonNode::valueStream)
                .map(JsonNode::stringValue)
                .toList();
    }

    private static Set<String> names(String member, List<String> names, Pattern form) throws MalformedAnswer {
        if (names.size() > MOST_NAMES
                || !names.stream().allMatch(it -> form.matcher(it).matches())) {
            throw new MalformedAnswer(
                    "it returned %s of which one is malformed, or more than %d".formatted(member, MOST_NAMES));
        }
        return new TreeSet<>(names);
    }

    private static Map<String, JsonNode> claims(JsonNode tree) throws MalformedAnswer {
        var claims = member(tree, "claims");
        if (claims.filter(it -> !it.isObject()).isPresent()) {
            throw new MalformedAnswer("it returned claims that are no object");
        }
        var members = new HashMap<String, JsonNode>();
        claims.ifPresent(it -> it.properties().forEach(claim -> members.put(claim.getKey(), claim.getValue())));
        var issuer = Optional.ofNullable(members.get("iss")).map(it -> it.asString(""));
        // They separate the parts of the identity of a caller, of which the issuer is one.
        if (issuer.orElse("").chars().anyMatch(Character::isISOControl)) {
            throw new MalformedAnswer("it returned a claim iss with control characters");
        }
        return members;
    }

    /** A number, or the JSON text of a Date. */
    private static Instant moment(JsonNode expires) throws MalformedAnswer {
        try {
            if (expires.isString()) {
                return Instant.parse(expires.stringValue());
            }
            if (expires.isNumber() && Math.abs(expires.doubleValue()) < Long.MAX_VALUE) {
                var millis = (long) expires.doubleValue();
                if (millis < SECONDS) {
                    throw new MalformedAnswer("it returned expires in seconds, and not in milliseconds of Unix time");
                }
                return Instant.ofEpochMilli(millis);
            }
        } catch (DateTimeException odd) {
            // Reported below.
        }
        throw new MalformedAnswer("it returned expires that is neither a Date nor milliseconds of Unix time");
    }
}
