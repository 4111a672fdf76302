package dev.hyperterse.runtime.tool.statement;

import dev.hyperterse.calls.CallerHash;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.calls.context.CallContext;

/**
 * Adds the trace and the caller to the statement of a traced call. All other calls send the same text,
 * which stays prepared.
 *
 * @param usual the comment of calls that are not traced
 */
public record CallComment<O>(StatementComment usual, CallerHash callers, OperationKind<O> kind) {
    O in(O operation, CallContext context) {
        return context.trace()
                .span()
                .map(span -> usual.in(span, callers.of(context.principal())))
                .map(instead -> kind.commented(operation, usual.text(), instead))
                .orElse(operation);
    }
}
