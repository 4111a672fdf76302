package dev.hyperterse.runtime.tool.script;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.runtime.tool.call.CallTree;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.scripts.exchange.QueryRows;
import dev.hyperterse.scripts.exchange.ScriptTools;
import java.util.Optional;

/** Runs the tools that a script or a composition calls, with all their stages, for its caller. */
public final class CalledTools implements ScriptTools {
    private final ScriptOwner owner;
    private final ToolCall call;
    private final CallTree tree;
    private final CalledPlaces places;
    /** Set by any thread of a call, and never reset. */
    private volatile boolean calledMarked;

    public CalledTools(ScriptOwner owner, ToolCall call) {
        this.owner = owner;
        this.call = call;
        this.tree = call.tree();
        this.places = new CalledPlaces(owner.kind());
    }

    @Override
    public Optional<QueryRows> call(String name, String inputs, CallScope scope) {
        var found = call.tools()
                .callable(name)
                .filter(tool -> tool.callableFrom().test(owner.namespace()))
                .orElseThrow(() -> ScriptTools.unknown(name));
        if (owner.readOnly() && !found.readOnly()) {
            throw new CallFailure(
                    Stage.EXECUTION,
                    "the tool '%s' does not say that it is readOnly, and %s '%s' must not change anything"
                            .formatted(name, owner.kind().word(), owner.name()));
        }
        if (found.marked()) {
            calledMarked = true;
        }
        var node = tree.next();
        var client = new CalledClient(call.context(), places.next(name, inputs));
        try {
            return new NestedCall(name, inputs, client, node).run(found, call, scope);
        } catch (CallFailure failure) {
            throw failure.stage() == Stage.VALIDATION ? refused(name, failure) : failure;
        }
    }

    /** Whether strangers write what a called tool returns. */
    public boolean calledMarked() {
        return calledMarked;
    }

    private CallFailure refused(String name, CallFailure failure) {
        return new CallFailure(
                failure.stage(),
                "%s '%s' passed wrong inputs to '%s': %s"
                        .formatted(owner.kind().word(), owner.name(), name, failure.getMessage()));
    }
}
