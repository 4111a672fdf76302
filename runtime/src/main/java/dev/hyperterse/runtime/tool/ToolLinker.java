package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Input;
import dev.hyperterse.catalog.ToolLeaf;
import java.util.List;
import java.util.Optional;

/**
 * Turns what the catalog says into something that can be called, once for each catalog: validators, patterns, slots and
 * statements are worked out here and not per call. A linked tool keeps the environment and the adapters it was linked
 * with; other ones need another link.
 */
public interface ToolLinker {
    LinkedTool link(ToolLeaf tool, LinkSettings settings);

    /** The computed body of a resource; the variables of its template are its inputs. */
    LinkedTool link(List<Input> inputs, Action action, Optional<Long> timeoutMillis, LinkSettings settings);
}
