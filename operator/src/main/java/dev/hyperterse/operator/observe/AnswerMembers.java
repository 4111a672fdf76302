package dev.hyperterse.operator.observe;

import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps only the members of an answer that are read. A tree of the whole answer is up to thirty times as large, and the memory
 * of the operator is shared by the servers of all tenants.
 */
final class AnswerMembers {
    /** More than fit into an answer that says why. */
    private static final int MOST_ENTRIES = 50_000;

    private static final Set<String> LISTS = Set.of("refused", "adapters", "unverified");
    private static final Set<String> SCALARS = Set.of("server", "epoch", "sequence", "sha256", "state");
    private static final Set<String> SCALARS_OF_ENTRIES =
            Set.of("leaf", "reason", "name", "state", "message", "generation", "offset");

    private final JsonMapper mapper = JsonMapper.shared();

    /** Empty where it is no object. */
    Optional<ObjectNode> read(byte[] json) {
        try (var parser = mapper.createParser(json)) {
            return parser.nextToken() == JsonToken.START_OBJECT
                    ? Optional.of(members(parser, SCALARS, LISTS))
                    : Optional.empty();
        }
    }

    private ObjectNode members(JsonParser parser, Set<String> scalars, Set<String> lists) {
        var members = mapper.createObjectNode();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            var name = parser.currentName();
            var value = parser.nextToken();
            if (value == JsonToken.START_ARRAY && lists.contains(name)) {
                members.set(name, entries(parser));
            } else if (value.isScalarValue() && scalars.contains(name)) {
                members.set(name, parser.<JsonNode>readValueAsTree());
            } else {
                parser.skipChildren();
            }
        }
        return members;
    }

    private ArrayNode entries(JsonParser parser) {
        var entries = mapper.createArrayNode();
        for (var token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (token == JsonToken.START_OBJECT && entries.size() < MOST_ENTRIES) {
                entries.add(members(parser, SCALARS_OF_ENTRIES, Set.of()));
            } else {
                parser.skipChildren();
            }
        }
        return entries;
    }
}
