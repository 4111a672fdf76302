package dev.hyperterse.runtime.tool.script.returned;

import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.Template;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The contents that a script of a resource returned: a text, or an object that has an array of them. */
public final class ReturnedContents implements ReturnedValue {
    @Override
    public void write(JsonNode value, ResultWriter result) {
        if (value.isString()) {
            result.content(new Content.Text(Template.literal(value.stringValue())), Map.of());
            return;
        }
        var contents = value.path("contents");
        for (var index = 0; index < contents.size(); index++) {
            var content = new ReturnedContent(contents.get(index), "contents[%d]".formatted(index));
            result.content(content.embedded(result.uri()), Map.of());
        }
    }
}
