package dev.hyperterse.cli.report;

import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.StringNode;

/**
 * An object of a cluster without what may be secret. Authors should name Secrets; some write passwords and keys as values all
 * the same, and those members are called {@code value}.
 */
public final class PublicObject {
    private static final String REMOVED = "(removed)";
    /** Copies that kubectl and the API server keep beside an object, and that nobody would look through. */
    private static final Set<String> COPIES =
            Set.of("managedFields", "kubectl.kubernetes.io/last-applied-configuration");

    /** Names a secret and holds none, such as {@code Bearer {{ env.TOKEN }}}. */
    private static final Pattern PLACEHOLDER = Pattern.compile("(?:[A-Za-z]+ )?\\{\\{[^{}]*}}");

    private static final Pattern USER_OF_A_URL = Pattern.compile("(://)[^/@\\s]+@");
    private static final Pattern PARAMETER =
            Pattern.compile("(?i)([?&;][a-z_.-]*(?:password|passwd|pwd|secret|token|key)[a-z_.-]*=)[^&;\\s]+");

    private PublicObject() {}

    public static JsonNode of(JsonNode object) {
        return switch (object) {
            case StringNode text -> JsonNodeFactory.instance.stringNode(withoutCredentials(text.asString()));
            case ArrayNode list -> {
                var kept = JsonNodeFactory.instance.arrayNode();
                list.forEach(item -> kept.add(of(item)));
                yield kept;
            }
            default -> object.isObject() ? members(object) : object;
        };
    }

    private static JsonNode members(JsonNode object) {
        var kept = JsonNodeFactory.instance.objectNode();
        for (var member : object.properties()) {
            if (member.getKey().equals("value")) {
                kept.put(
                        "value",
                        isPlaceholder(member.getValue()) ? member.getValue().asString() : REMOVED);
            } else if (!COPIES.contains(member.getKey())) {
                kept.set(member.getKey(), of(member.getValue()));
            }
        }
        return kept;
    }

    private static boolean isPlaceholder(JsonNode value) {
        return value.isString() && PLACEHOLDER.matcher(value.asString()).matches();
    }

    private static String withoutCredentials(String text) {
        var anonymous = USER_OF_A_URL.matcher(text).replaceAll("$1" + REMOVED + "@");
        return PARAMETER.matcher(anonymous).replaceAll("$1" + REMOVED);
    }
}
