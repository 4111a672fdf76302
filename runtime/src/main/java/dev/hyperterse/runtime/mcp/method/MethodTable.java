package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.McpObserver;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The methods of one era, each with its handler: those that all eras share, and its own. */
public final class MethodTable {
    /** The methods whose response must not be a stream that notifications have opened. */
    private static final Set<McpMethod> UNSTREAMED = EnumSet.of(McpMethod.INITIALIZE, McpMethod.SUBSCRIPTIONS_LISTEN);

    private final Map<McpMethod, Function<Call, Answer>> handlers = new EnumMap<>(McpMethod.class);
    private final UnusableRequests unusableRequests;
    private final McpObserver observer;

    MethodTable(
            Map<McpMethod, Function<Call, Answer>> shared,
            Map<McpMethod, Function<Call, Answer>> own,
            UnusableRequests unusableRequests,
            McpObserver observer) {
        handlers.putAll(shared);
        handlers.putAll(own);
        this.unusableRequests = unusableRequests;
        this.observer = observer;
    }

    /** Answers a request as its era does, and counts it under its method. */
    public Answer observed(PostedMessage message, Function<McpMethod, Answer> era) {
        long began = System.nanoTime();
        var asked = McpMethod.of(message);
        var method = handlers.containsKey(asked) ? asked : McpMethod.OTHER;
        var answer = era.apply(method);
        observer.answered(method.spelling(), answer instanceof Answer.Failed, System.nanoTime() - began);
        return answer;
    }

    /**
     * The response of the method. An internal error ends one request; the client gets no details.
     *
     * @param fault why the method must not run
     */
    public Answer answer(Call call, McpMethod method, Optional<RpcError> fault) {
        try {
            if (fault.isPresent()) {
                return method.isCall() ? unusableRequests.ofCall(call, fault.get()) : call.failed(fault.get());
            }
            if (!UNSTREAMED.contains(method)) {
                call.stream().calling();
            }
            return Optional.ofNullable(handlers.get(method))
                    .orElse(MethodTable::unknown)
                    .apply(call);
        } catch (CallFailure failure) {
            return call.failed(call.errors().callFailed(failure.getMessage()));
        } catch (RuntimeException internal) {
            observer.internalError(method.spelling(), internal);
            return call.failed(RpcError.of(RpcError.INTERNAL_ERROR, "Internal error"));
        }
    }

    private static Answer unknown(Call call) {
        return call.failed(call.errors().unknownMethod(call.message().string(Member.METHOD)));
    }
}
