package dev.hyperterse.runtime.tool.statement;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.cache.CacheKey;
import dev.hyperterse.runtime.tool.cache.CacheKeys;
import dev.hyperterse.runtime.tool.cache.CacheMiss;
import dev.hyperterse.runtime.tool.cache.CachedResult;
import dev.hyperterse.runtime.tool.cache.ResultCache;
import dev.hyperterse.runtime.tool.cache.RunLeader;
import dev.hyperterse.runtime.tool.call.Step;
import dev.hyperterse.runtime.tool.call.ToolCall;
import java.time.Duration;

/**
 * Answers a call with a cached result, if there is one, and otherwise runs its statement once for all identical calls.
 */
public record CachedRun(CacheableRun run, ResultCache cache, CacheKeys keys, Duration ttl) implements Step {
    @Override
    public Ended take(ToolCall call) {
        if (!run.adapter().connections().readOnly() || run.isMasked(call)) {
            return run.take(call);
        }
        try (var answer = run.begin(call)) {
            return take(call, answer);
        }
    }

    private Ended take(ToolCall call, CacheableRun.Answer answer) {
        var out = answer.out();
        var connections = run.adapter().connections();
        var key = keys.key(call.inputs(), call.context().principal(), connections, out);
        var found = cache.find(key);
        call.context().trace().note("hyperterse.cache", found.isPresent() ? "hit" : "miss");
        if (found.isPresent()) {
            answer(call, found.get(), answer);
            return Ended.COMPLETED;
        }
        switch (cache.join(key, call.context().scope())) {
            case CacheMiss.Answered(var result) -> answer(call, result, answer);
            case CacheMiss.Uncacheable() -> answer.end(run.run(call, out));
            case CacheMiss.Leads(var leader) -> end(answer, lead(call, leader, out), key);
        }
        return Ended.COMPLETED;
    }

    private int lead(ToolCall call, RunLeader leader, ResultBuffer out) {
        try (leader) {
            var mark = out.size();
            var rows = run(call, leader, out);
            leader.succeed(out, mark, rows, ttl);
            return rows;
        }
    }

    // A separate method, because a catch clause of the try above would run after the resource is closed.
    private int run(ToolCall call, RunLeader leader, ResultBuffer out) {
        try {
            return run.run(call, out);
        } catch (CallFailure failure) {
            // If only this call has ended, another one takes over the run.
            if (call.context().scope().ended().isEmpty()) {
                leader.fail(failure);
            }
            throw failure;
        }
    }

    /** Ends the answer. A wrong number of rows, such as none instead of one, is a failure and not cached. */
    private void end(CacheableRun.Answer answer, int rows, CacheKey key) {
        try {
            answer.end(rows);
        } catch (CallFailure failure) {
            cache.forget(key);
            throw failure;
        }
    }

    private void answer(ToolCall call, CachedResult result, CacheableRun.Answer answer) {
        call.result().fromCache(cache.age(result), cache.remaining(result));
        result.writeTo(answer.out());
        answer.end(result.rows());
    }
}
