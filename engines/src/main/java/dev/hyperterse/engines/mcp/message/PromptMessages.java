package dev.hyperterse.engines.mcp.message;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.PromptLeaf;
import java.util.Arrays;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The messages of a prompt. Its description there is left out: the approved one counts. */
public final class PromptMessages extends PieceList {
    public PromptMessages(ResultBuffer out) {
        super("messages", out);
    }

    /** A message is passed on with members that this server does not know, but with no other speaker than the protocol has. */
    @Override
    void piece(JsonParser result, Members members) throws NotMcp {
        var spoken = false;
        var typed = false;
        while (result.nextToken() == JsonToken.PROPERTY_NAME) {
            var name = result.currentName();
            var token = result.nextToken();
            if (name.equals("content") && token == JsonToken.START_OBJECT) {
                typed = content(result, members.open(name));
                continue;
            }
            spoken |= name.equals("role") && token == JsonToken.VALUE_STRING && isRole(result.getString());
            members.copy(name, result);
        }
        if (!spoken || !typed) {
            throw malformed();
        }
    }

    /** @return whether it has a type */
    private static boolean content(JsonParser result, Members members) {
        var typed = false;
        while (result.nextToken() == JsonToken.PROPERTY_NAME) {
            var name = result.currentName();
            typed |= result.nextToken() == JsonToken.VALUE_STRING && name.equals("type");
            members.copy(name, result);
        }
        members.close();
        return typed;
    }

    private static boolean isRole(String text) {
        return Arrays.stream(PromptLeaf.Role.values())
                .anyMatch(role -> role.name().equals(text));
    }

    @Override
    NotMcp malformed() {
        return new NotMcp("the MCP server has sent a message of the prompt without content, or of another role"
                + " than user and assistant");
    }
}
