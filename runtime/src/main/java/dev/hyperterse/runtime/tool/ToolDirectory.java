package dev.hyperterse.runtime.tool;

import java.util.Optional;

/** The tools that the caller of a call sees, for scripts that call them. */
@FunctionalInterface
public interface ToolDirectory {
    ToolDirectory NONE = _ -> Optional.empty();

    /** By the name that clients call it by. */
    Optional<CallableTool> callable(String name);

    /**
     * One of them.
     *
     * @param readOnly whether it says that calls change nothing
     */
    record CallableTool(LinkedTool tool, String namespace, boolean readOnly) {}
}
