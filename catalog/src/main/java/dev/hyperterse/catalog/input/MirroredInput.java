package dev.hyperterse.catalog.input;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * An input that clients repeat in a header, so that proxies can route by it.
 *
 * @param path the members that lead to its value in the arguments
 * @param name the name in the header, as the schema spells it
 */
public record MirroredInput(List<String> path, String name) {
    /** Digits of a number in its header: more than any integer that clients repeat. */
    public static final int MOST_DIGITS = 64;

    private static final String ANNOTATION = "x-mcp-header";
    private static final Set<String> TYPES = Set.of("string", "integer", "boolean");
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}");

    public MirroredInput {
        path = List.copyOf(path);
    }

    /** The mirrored inputs of a schema; none if one of them is invalid, because clients do not call such a tool. */
    public static List<MirroredInput> of(JsonNode schema) {
        var found = new ArrayList<MirroredInput>();
        var names = new HashSet<String>();
        return collect(schema, List.of(), found)
                        && found.stream()
                                .allMatch(input -> names.add(input.name().toLowerCase(Locale.ROOT)))
                ? List.copyOf(found)
                : List.of();
    }

    /** Whether all mirrored inputs of the schema are valid. */
    private static boolean collect(JsonNode schema, List<String> path, List<MirroredInput> found) {
        var valid = true;
        for (var property : schema.path("properties").properties()) {
            var member = new ArrayList<>(path);
            member.add(property.getKey());
            var declared = property.getValue();
            if (declared.has(ANNOTATION)) {
                var name = name(declared);
                name.ifPresent(it -> found.add(new MirroredInput(member, it)));
                valid &= name.isPresent();
            }
            valid &= collect(declared, member, found);
        }
        return valid;
    }

    private static Optional<String> name(JsonNode declared) {
        return Optional.of(declared.get(ANNOTATION))
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .filter(name -> TOKEN.matcher(name).matches())
                .filter(_ -> TYPES.contains(declared.path("type").asString("")));
    }
}
