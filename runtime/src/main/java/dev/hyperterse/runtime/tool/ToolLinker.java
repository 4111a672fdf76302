package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ToolLeaf;

/**
 * Turns what the catalog says into something that can be called, once for each catalog: validators, patterns, slots and
 * statements are worked out here and not per call. A linked tool keeps the environment and the adapters it was linked
 * with; other ones need another link.
 */
public interface ToolLinker {
    LinkedTool link(ToolLeaf tool, LinkSettings settings);

    /** What makes the contents of a resource; the variables of its template are its inputs. */
    LinkedTool link(ResourceLeaf resource, ResourceLeaf.Body.Computed contents, LinkSettings settings);

    /** What makes the messages of a prompt; its arguments are its inputs. */
    LinkedTool link(PromptLeaf prompt, PromptLeaf.Computed messages, LinkSettings settings);
}
