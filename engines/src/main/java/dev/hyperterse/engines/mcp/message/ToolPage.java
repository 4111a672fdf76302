package dev.hyperterse.engines.mcp.message;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.engines.http.JsonCopy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One page of the list of tools. What has no name is left out. */
public final class ToolPage implements ResultReader, AutoCloseable {
    private static final int LONGEST_CURSOR = 4_096;

    private final ResultBuffer tool;
    private final List<JsonNode> tools = new ArrayList<>();
    private Optional<String> cursor = Optional.empty();

    public ToolPage(ResultBuffer text) {
        this.tool = text.another();
    }

    public List<JsonNode> tools() {
        return tools;
    }

    public Optional<String> cursor() {
        return cursor;
    }

    @Override
    public void read(JsonParser result) throws NotMcp {
        tools.clear();
        cursor = Optional.empty();
        while (result.nextToken() == JsonToken.PROPERTY_NAME) {
            var name = result.currentName();
            var token = result.nextToken();
            if (name.equals("tools") && token == JsonToken.START_ARRAY) {
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
            throw new NotMcp("the list of tools of the MCP server has something that is no tool");
        }
        tool.resetTo(0);
        JsonCopy.value(result, tool);
        var read = JsonMapper.shared().readTree(tool.array(), 0, tool.size());
        if (read.path("name").isString()) {
            tools.add(read);
        }
    }

    @Override
    public void close() {
        tool.close();
    }
}
