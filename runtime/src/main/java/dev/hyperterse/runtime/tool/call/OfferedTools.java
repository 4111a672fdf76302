package dev.hyperterse.runtime.tool.call;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.call.ToolDirectory.CallableTool;
import java.util.List;

/** The tools that a client is offered where it calls, for the programs that it sends. */
public interface OfferedTools {
    /** @throws CallFailure in the words for the client's own calls, where it is offered no tool of that name */
    CallableTool tool(String name);

    /** Records that a call was refused before it ran. @return the failure */
    CallFailure refused(String name, CallFailure why);

    /** Writes the tools that fit a query: a JSON array inside a JSON string. */
    void search(String query, ResultBuffer out);

    /**
     * The inputs and results of tools as types of TypeScript; of all tools where none is named.
     *
     * @throws CallFailure where the client is not offered one of them
     */
    String types(List<String> names);
}
