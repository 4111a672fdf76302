package dev.hyperterse.engines.mcp.message;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.engines.http.JsonCopy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One page of a list of definitions. What has no name, or an overlong one, is left out. A tree takes far more memory than its text, so that it is
 * bounded by its tokens, and only what the caller makes of it is kept.
 */
public final class DefinitionPage<T> implements ResultReader, AutoCloseable {
    private static final int LONGEST_CURSOR = 4_096;

    /** No definition here can have a longer name or URI. */
    private static final int LONGEST_KEY = 4_096;

    private static final int MOST_TOKENS = 20_000;
    private static final int MOST_TOKENS_OF_ALL = 500_000;

    private final UpstreamDefinition kind;
    private final ResultBuffer definition;
    private final Function<JsonNode, T> kept;
    private final List<T> definitions = new ArrayList<>();
    private int tokens;
    private Optional<String> cursor = Optional.empty();

    /** @param kept what is kept of each definition */
    public DefinitionPage(UpstreamDefinition kind, ResultBuffer text, Function<JsonNode, T> kept) {
        this.kind = kind;
        this.definition = text.another();
        this.kept = kept;
    }

    public List<T> definitions() {
        return definitions;
    }

    public Optional<String> cursor() {
        return cursor;
    }

    @Override
    public void read(JsonParser result) throws NotMcp {
        definitions.clear();
        cursor = Optional.empty();
        while (result.nextToken() == JsonToken.PROPERTY_NAME) {
            var name = result.currentName();
            var token = result.nextToken();
            if (name.equals(kind.list()) && token == JsonToken.START_ARRAY) {
                while (result.nextToken() != JsonToken.END_ARRAY) {
                    add(result);
                }
            } else if (name.equals("nextCursor") && token == JsonToken.VALUE_STRING) {
                cursor = Optional.of(result.getString()).filter(it -> it.length() <= LONGEST_CURSOR);
            } else {
                result.skipChildren();
            }
        }
    }

    private void add(JsonParser result) throws NotMcp {
        if (result.currentToken() != JsonToken.START_OBJECT) {
            throw new NotMcp(
                    "the list of %1$ss of the MCP server has something that is no %1$s".formatted(kind.word()));
        }
        definition.resetTo(0);
        var size = JsonCopy.value(result, definition, MOST_TOKENS);
        tokens += size;
        if (size > MOST_TOKENS || tokens > MOST_TOKENS_OF_ALL) {
            throw new NotMcp("a %s of the MCP server has a definition of more than %d tokens, or all have more than %d"
                    .formatted(kind.word(), MOST_TOKENS, MOST_TOKENS_OF_ALL));
        }
        var read = JsonMapper.shared().readTree(definition.array(), 0, definition.size());
        var key = kind.key(read);
        if (!key.isEmpty() && key.length() <= LONGEST_KEY) {
            definitions.add(kept.apply(read));
        }
    }

    @Override
    public void close() {
        definition.close();
    }
}
