package dev.hyperterse.runtime.tool.script;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.call.CallTree;
import dev.hyperterse.runtime.tool.call.OfferedTools;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.scripts.exchange.QueryRows;
import dev.hyperterse.scripts.exchange.ScriptTools;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The tools of a program: those that its client could call itself, with all their stages. */
final class ProgramTools implements ScriptTools {
    /** Connections of databases are for all callers. */
    private static final int MOST_AT_ONCE = 8;

    private final ScriptOwner owner;
    private final ToolCall call;
    private final OfferedTools offered;
    private final CallTree tree;
    /** Set by any thread of a call, and never reset. */
    private volatile boolean calledMarked;

    private final Semaphore turns = new Semaphore(MOST_AT_ONCE, true);

    /** @param calls of tools and searches that the program may make */
    ProgramTools(ScriptOwner owner, ToolCall call, int calls) {
        this.owner = owner;
        this.call = call;
        this.offered = call.tools().offered();
        this.tree = call.tree().ofProgram(calls);
    }

    @Override
    public Optional<QueryRows> call(String name, String inputs, CallScope scope) {
        var node = tree.next();
        var found = offered.tool(name);
        if (owner.readOnly() && !found.readOnly()) {
            throw offered.refused(
                    name,
                    new CallFailure(
                            Stage.EXECUTION,
                            "programs of this server call only tools that are readOnly, and '%s' is not: call it by itself"
                                    .formatted(name)));
        }
        if (found.marked()) {
            calledMarked = true;
        }
        var client = new UnaskedClient(call.context().client(), name);
        try {
            return inTurn(scope, () -> new NestedCall(name, inputs, client, node).run(found, call, scope));
        } catch (CallFailure failure) {
            throw failure.stage() == Stage.VALIDATION ? refused(name, failure) : failure;
        }
    }

    private static CallFailure refused(String name, CallFailure failure) {
        return new CallFailure(
                failure.stage(), "wrong inputs for tools['%s']: %s".formatted(name, failure.getMessage()));
    }

    /** Whether the program has called a tool whose data strangers write: its value may be of that data. */
    boolean calledMarked() {
        return calledMarked;
    }

    @Override
    public QueryRows search(String query, CallScope scope) {
        return written(scope, out -> offered.search(query, out));
    }

    @Override
    public QueryRows describe(List<String> names, CallScope scope) {
        return written(scope, out -> out.quoted(offered.types(names)));
    }

    private QueryRows written(CallScope scope, Consumer<ResultBuffer> writer) {
        tree.next();
        return inTurn(scope, () -> {
            try (var buffer = call.result().beside()) {
                writer.accept(buffer);
                return QueryRows.of(buffer);
            }
        });
    }

    private <T> T inTurn(CallScope scope, Supplier<T> work) {
        scope.await(() -> {
            turns.acquire();
            return true;
        });
        try {
            return work.get();
        } finally {
            turns.release();
        }
    }
}
