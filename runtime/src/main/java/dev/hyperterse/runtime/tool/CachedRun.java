package dev.hyperterse.runtime.tool;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.Outcome.Ended;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.cache.CacheKey;
import dev.hyperterse.runtime.tool.cache.CacheKeys;
import dev.hyperterse.runtime.tool.cache.CacheTurn;
import dev.hyperterse.runtime.tool.cache.CachedResult;
import dev.hyperterse.runtime.tool.cache.Lead;
import dev.hyperterse.runtime.tool.cache.ResultCache;
import java.time.Duration;

/** Answers a call with a kept result where there is one, and otherwise runs its statement once for all calls like it. */
record CachedRun(RunOnAdapter<?> run, ResultCache cache, CacheKeys keys, Duration ttl) implements Step {
    @Override
    public Ended take(ToolCall call) {
        var connections = run.adapter().connections();
        if (!connections.readOnly()) {
            return run.take(call);
        }
        var out = call.result().beginRows(run.rows());
        var key = keys.key(call.inputs(), call.context().principal(), connections, out);
        var found = cache.find(key);
        call.context().trace().note("hyperterse.cache", found.isPresent() ? "hit" : "miss");
        if (found.isPresent()) {
            answer(call, found.get(), out);
            return Ended.COMPLETED;
        }
        switch (cache.join(key, call.context().scope())) {
            case CacheTurn.Answered(var result) -> answer(call, result, out);
            case CacheTurn.Alone() -> call.result().endRows(run.run(call, out));
            case CacheTurn.Leads(var lead) -> endRows(call, lead(call, lead, out), key);
        }
        return Ended.COMPLETED;
    }

    private int lead(ToolCall call, Lead lead, ResultBuffer out) {
        try (lead) {
            var mark = out.size();
            var rows = run(call, lead, out);
            lead.succeed(out, mark, rows, ttl);
            return rows;
        }
    }

    // Apart, because a resource is closed before the catch clause of its own try: the failure would come too late.
    private int run(ToolCall call, Lead lead, ResultBuffer out) {
        try {
            return run.run(call, out);
        } catch (CallFailure failure) {
            // An end of this call is not the statement's: another one takes over.
            if (call.context().scope().ended().isEmpty()) {
                lead.fail(failure);
            }
            throw failure;
        }
    }

    /** Rows that are no answer of the tool, such as none where it answers with one, are a failure and not kept. */
    private void endRows(ToolCall call, int rows, CacheKey key) {
        try {
            call.result().endRows(rows);
        } catch (CallFailure failure) {
            cache.forget(key);
            throw failure;
        }
    }

    private void answer(ToolCall call, CachedResult result, ResultBuffer out) {
        call.result().fromCache(cache.age(result), cache.remaining(result));
        result.writeTo(out);
        call.result().endRows(result.rows());
    }
}
