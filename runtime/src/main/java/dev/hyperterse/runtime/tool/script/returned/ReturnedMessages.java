package dev.hyperterse.runtime.tool.script.returned;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.PromptLeaf.Role;
import dev.hyperterse.catalog.Template;
import java.util.Arrays;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The messages that a script of a prompt returned. */
public final class ReturnedMessages implements ReturnedValue {
    @Override
    public void write(JsonNode value, ResultWriter result) {
        if (value.isString()) {
            message(Role.user, new Content.Text(Template.literal(value.stringValue())), result);
            return;
        }
        var messages = value.isArray() ? value : value.path("messages");
        if (!messages.isArray() || messages.isEmpty()) {
            throw failure(
                    "must be a text, an array of messages that has one at least, or an object with such messages");
        }
        for (var index = 0; index < messages.size(); index++) {
            message(messages.get(index), "messages[%d]".formatted(index), result);
        }
    }

    private static void message(JsonNode message, String place, ResultWriter result) {
        var said = message.path("role").asString("");
        var role = Arrays.stream(Role.values())
                .filter(it -> it.name().equals(said))
                .findFirst()
                .orElseThrow(() -> failure(place + ".role must be user or assistant"));
        var content = message.path("content");
        message(
                role,
                content.isString()
                        ? new Content.Text(Template.literal(content.stringValue()))
                        : new ReturnedContent(content, place + ".content").block(),
                result);
    }

    private static void message(Role role, Content content, ResultWriter result) {
        result.role(role);
        result.content(content, Map.of());
    }

    private static CallFailure failure(String what) {
        return new CallFailure(Stage.EXECUTION, "the script returned an unusable value: " + what);
    }
}
