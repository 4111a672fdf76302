package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.CodeSettings;
import dev.hyperterse.runtime.tool.call.LinkedTool;

/**
 * Links the definitions of a catalog, once per catalog: validators, patterns, slots and statements are prepared here
 * and not per call. A linked tool keeps the environment and the adapters that it was linked with.
 */
public interface ToolLinker {
    LinkedTool link(ToolLeaf tool, LinkSettings settings);

    /** Links programs of clients. */
    LinkedTool link(CodeSettings code, LinkSettings settings);

    /** Links the action of a resource; the variables of its template are the inputs. */
    LinkedTool link(ResourceLeaf resource, ResourceLeaf.Body.Computed contents, LinkSettings settings);

    /** Links the action of a prompt; its arguments are the inputs. */
    LinkedTool link(PromptLeaf prompt, PromptLeaf.Computed messages, LinkSettings settings);
}
