package dev.hyperterse.engines.mcp;

import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.CodeSettings;
import dev.hyperterse.runtime.tool.ActionLinker;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.runtime.tool.ToolLinker;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.scripts.ScriptLinker;

/** Links everything to the adapters of some calls, whatever the catalog has. */
record UpstreamLinker(ActionLinker linker, LinkSettings links) implements ToolLinker {
    static UpstreamLinker of(McpCalls calls) {
        return new UpstreamLinker(new ActionLinker(ScriptLinker.none()), calls.links());
    }

    @Override
    public LinkedTool link(ToolLeaf tool, LinkSettings settings) {
        return linker.link(tool, links);
    }

    @Override
    public LinkedTool link(CodeSettings code, LinkSettings settings) {
        return linker.link(code, links);
    }

    @Override
    public LinkedTool link(ResourceLeaf resource, ResourceLeaf.Body.Computed contents, LinkSettings settings) {
        return linker.link(resource, contents, links);
    }

    @Override
    public LinkedTool link(PromptLeaf prompt, PromptLeaf.Computed messages, LinkSettings settings) {
        return linker.link(prompt, messages, links);
    }
}
