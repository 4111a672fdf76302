package dev.hyperterse.runtime.tool.call;

import java.util.Optional;
import java.util.function.Predicate;

/** The tools that the caller of a call sees, for scripts that call them. */
@FunctionalInterface
public interface ToolDirectory {
    ToolDirectory NONE = _ -> Optional.empty();

    /** The tool of a public name. */
    Optional<CallableTool> callable(String name);

    /** The tools for programs of the client itself. */
    default OfferedTools offered() {
        throw new UnsupportedOperationException("only a client sends programs");
    }

    /**
     * A tool that scripts can call.
     *
     * @param callableFrom whether scripts of a namespace may call it
     * @param readOnly whether it has the hint readOnly
     * @param marked whether strangers write what it returns
     */
    record CallableTool(LinkedTool tool, Predicate<String> callableFrom, boolean readOnly, boolean marked) {}
}
