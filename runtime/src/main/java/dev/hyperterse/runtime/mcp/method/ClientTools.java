package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.runtime.live.definition.LiveTool;
import dev.hyperterse.runtime.live.definition.ToolTypes;
import dev.hyperterse.runtime.tool.call.OfferedTools;
import dev.hyperterse.runtime.tool.call.ToolDirectory.CallableTool;
import java.util.Comparator;
import java.util.List;

/** The tools that the caller sees at its URL, for its programs. */
record ClientTools(CountedTools tools) implements OfferedTools {
    private static final int LONGEST_NAME = 100;

    @Override
    public CallableTool tool(String name) {
        return tools.counted(name, require(name).callable());
    }

    /** The answer, and the record, are those of a call of the client itself. */
    private LiveTool require(String name) {
        var call = tools.call();
        var shown = name.substring(0, Math.min(LONGEST_NAME, name.length()));
        return call.seen().tool(name).orElseThrow(() -> {
            tools.audited().calledInVain(call, shown, tools.trace());
            return new CallFailure(Stage.RESOLVE, UnknownTools.message(call, shown));
        });
    }

    @Override
    public CallFailure refused(String name, CallFailure why) {
        tools.audited().refused(tools.call(), name, why.stage(), tools.trace());
        return why;
    }

    @Override
    public void search(String query, ResultBuffer out) {
        out.ascii("\"[");
        var separator = "";
        for (var hit : tools.call().seen().search(query)) {
            out.ascii(separator);
            hit.writeInsideString(out::raw);
            separator = ",";
        }
        out.ascii("]\"");
    }

    @Override
    public String types(List<String> names) {
        var described = names.isEmpty()
                ? tools.call().seen().visibleTools().stream()
                        .sorted(Comparator.comparing(tool -> tool.leaf().name()))
                : names.stream().map(this::require);
        return ToolTypes.of(described.map(LiveTool::leaf).toList());
    }
}
