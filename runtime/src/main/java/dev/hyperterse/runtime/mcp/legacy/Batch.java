package dev.hyperterse.runtime.mcp.legacy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.ErrorAnswers;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.method.McpMethod;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A batch of protocol 2025-03-26: its messages are answered one after the other, in one array. It has the timeout of
 * one call and ends when its client disconnects; otherwise a client could leave many calls behind for each connection.
 */
final class Batch {
    /** The limit of the whole response; a large result needs a request of its own. */
    private static final int MAX_ANSWER = 8 * 1024 * 1024;

    private final BufferBudget budget;
    private final CallScope scope;

    Batch(BufferBudget budget, CallScope scope) {
        this.budget = budget;
        this.scope = scope;
    }

    /** The error of a message that must not be in a batch (2025-03-26, "Lifecycle"). */
    static Optional<RpcError> refused(PostedMessage message) {
        return McpMethod.INITIALIZE.isMethodOf(message)
                ? Optional.of(RpcError.badRequest(
                        RpcError.INVALID_REQUEST, "Invalid request: initialize must not be part of a batch"))
                : Optional.empty();
    }

    /** The response to a message after the deadline of the batch; empty before it. */
    Optional<Answer> late(PostedMessage message) {
        if (!isOver()) {
            return Optional.empty();
        }
        return Optional.of(
                message.kind() == PostedMessage.Kind.REQUEST
                        ? ErrorAnswers.of(
                                message,
                                RpcError.of(
                                        RpcError.CALL_FAILED,
                                        "the batch took too long%s; this message was not processed"
                                                .formatted(scope.limit())))
                        : new Answer.Nothing());
    }

    /** A call of it that ends at the same tick may be answered before the batch is notified. */
    private boolean isOver() {
        return scope.ended().isPresent() || scope.remainingNanos() <= 0;
    }

    Answer answer(List<PostedMessage> messages, Function<PostedMessage, Answer> one) {
        var out = budget.open(MAX_ANSWER);
        boolean answered = false;
        try {
            for (var message : messages) {
                if (scope.ended().equals(Optional.of(CallScope.End.CLIENT))) {
                    return new Answer.Nothing();
                }
                append(out, one.apply(message));
            }
            if (out.size() == 0) {
                return new Answer.Nothing();
            }
            out.ascii("]");
            answered = true;
            return new Answer.Buffered(out);
        } catch (CallFailure failure) {
            return ErrorAnswers.unaddressed(RpcError.of(RpcError.CALL_FAILED, failure.getMessage()));
        } finally {
            if (!answered) {
                out.release();
            }
        }
    }

    private static void append(ResultBuffer out, Answer answer) {
        try {
            if (answer.isAwaited()) {
                out.ascii(out.size() == 0 ? "[" : ",").raw(answer.bytes(), 0, answer.length());
            }
        } finally {
            answer.release();
        }
    }
}
