package dev.hyperterse.runtime.mcp.result;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.PromptLeaf.Role;
import java.util.Map;
import java.util.Optional;

/** The messages of a prompt, one for each content part; rows are the text of one message. */
public final class PromptResult extends ListedResult {
    private Role role = Role.user;

    public PromptResult(ResultBuffer out, Optional<String> description, ResultFrame frame) {
        super(out, "\"messages\":[", frame);
        description.ifPresent(text -> out.ascii("\"description\":").quoted(text).ascii(","));
    }

    @Override
    public void role(Role speaker) {
        role = speaker;
    }

    @Override
    public void content(Content content, Map<String, String> arguments) {
        beginMessage();
        super.content(content, arguments);
        endMessage();
    }

    @Override
    protected void beforeRows() {
        beginMessage();
        beginTextBlock();
    }

    @Override
    protected void afterRows() {
        endTextBlock();
        endMessage();
    }

    private void beginMessage() {
        next();
        out.ascii("{\"role\":\"").ascii(role.name()).ascii("\",\"content\":");
    }

    private void endMessage() {
        out.ascii("}");
    }
}
