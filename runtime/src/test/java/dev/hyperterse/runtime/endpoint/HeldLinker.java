package dev.hyperterse.runtime.endpoint;

import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.CodeSettings;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.runtime.tool.ToolLinker;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Links with another linker, and runs something before.
 *
 * @param linking before a tool is linked
 * @param calling before each call of a tool
 */
public record HeldLinker(ToolLinker linker, AtomicReference<Runnable> linking, AtomicReference<Runnable> calling)
        implements ToolLinker {
    @Override
    public LinkedTool link(ToolLeaf tool, LinkSettings settings) {
        linking.get().run();
        var linked = linker.link(tool, settings);
        return call -> {
            calling.get().run();
            return linked.call(call);
        };
    }

    @Override
    public LinkedTool link(CodeSettings code, LinkSettings settings) {
        return linker.link(code, settings);
    }

    @Override
    public LinkedTool link(ResourceLeaf resource, ResourceLeaf.Body.Computed contents, LinkSettings settings) {
        return linker.link(resource, contents, settings);
    }

    @Override
    public LinkedTool link(PromptLeaf prompt, PromptLeaf.Computed messages, LinkSettings settings) {
        return linker.link(prompt, messages, settings);
    }
}
