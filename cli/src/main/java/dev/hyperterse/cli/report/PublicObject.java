package dev.hyperterse.cli.report;

import dev.hyperterse.runtime.audit.ShownArguments;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * An object of a cluster without what may be secret. Authors should name Secrets; some write passwords and keys into a
 * manifest all the same, so what stands where one can is removed, unless it is a placeholder.
 */
public final class PublicObject {
    private static final String REMOVED = "(removed)";

    /** Members whose texts, down to the last, are values that a program sends or reads. */
    private static final Set<String> VALUES =
            Set.of("value", "headers", "query", "form", "body", "session", "policy", "containers", "initContainers");

    /** Members of values that name something, such as a header or the entry of a Secret. */
    private static final Set<String> NAMES = Set.of("name", "valueFrom", "image");

    private static final String OUR_ANNOTATIONS = "hyperterse.dev/";

    private static final Pattern PLACEHOLDER =
            Pattern.compile("(?:(?:Basic|Bearer|Token) )?\\{\\{ *(?:env|inputs|principal)\\.[^{}'\"]*}}");

    /** Up to the last sign, because a password may have one. */
    private static final Pattern USER_OF_A_URL = Pattern.compile("://\\S*@");

    private static final Pattern PARAMETER = Pattern.compile("(?<=[?&;])([^=&;\\s]+)=[^&;\\s]*");

    private PublicObject() {}

    public static JsonNode of(JsonNode object) {
        return of(object, false);
    }

    private static JsonNode of(JsonNode node, boolean value) {
        if (node.isObject()) {
            return members(node, value);
        }
        if (node.isArray()) {
            var kept = JsonNodeFactory.instance.arrayNode();
            node.forEach(item -> kept.add(of(item, value)));
            return kept;
        }
        if (value && !isPlaceholder(node)) {
            return StringNode.valueOf(REMOVED);
        }
        return node.isString() ? StringNode.valueOf(withoutCredentials(node.asString())) : node;
    }

    private static ObjectNode members(JsonNode object, boolean value) {
        var kept = JsonNodeFactory.instance.objectNode();
        for (var member : object.properties()) {
            var name = member.getKey();
            var content = member.getValue();
            boolean hidden = VALUES.contains(name) || value && !NAMES.contains(name);
            switch (name) {
                // Copies of the object, which nobody would look through.
                case "managedFields" -> {}
                case "annotations" -> kept.set(name, ours(content));
                default -> kept.set(name, of(content, hidden || isCredential(member)));
            }
        }
        return kept;
    }

    /** Other programs keep whole manifests in theirs. */
    private static ObjectNode ours(JsonNode annotations) {
        var kept = JsonNodeFactory.instance.objectNode();
        annotations.properties().stream()
                .filter(annotation -> annotation.getKey().startsWith(OUR_ANNOTATIONS))
                .forEach(annotation -> kept.set(annotation.getKey(), of(annotation.getValue())));
        return kept;
    }

    private static boolean isCredential(Map.Entry<String, JsonNode> member) {
        return member.getValue().isString() && ShownArguments.isCredential(member.getKey());
    }

    private static boolean isPlaceholder(JsonNode value) {
        return value.isString() && PLACEHOLDER.matcher(value.asString()).matches();
    }

    private static String withoutCredentials(String text) {
        if (!text.contains("://")) {
            return text;
        }
        var anonymous = USER_OF_A_URL.matcher(text).replaceAll("://" + REMOVED + "@");
        return PARAMETER.matcher(anonymous).replaceAll("$1=" + REMOVED);
    }
}
