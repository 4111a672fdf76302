package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.SpanIdentity;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.context.ClientRequest;
import java.util.Optional;

/**
 * What a call that is passed on takes along of the call that it is made for.
 *
 * @param caller whose token is exchanged, if the adapter does that; absent in a check
 * @param questions of the other server to the user; absent where it must not ask
 * @param client gets the progress
 * @param traceparent of the span, if the call is traced
 * @param hops how many servers of this kind pass the call on, with this one
 */
record CallOrigin(
        Optional<CallContext> caller,
        Optional<UserQuestions> questions,
        Client client,
        Optional<String> traceparent,
        int hops) {
    static final String HOPS = "hyperterse-hops";

    /** No call: a check. */
    static final CallOrigin NONE = new CallOrigin(Optional.empty(), Optional.empty(), Client.NONE, Optional.empty(), 1);

    /** Servers behind each other; more are a loop. */
    private static final int MOST_HOPS = 5;

    /** Whether the other server may ask the user of this call, who can be asked. */
    boolean mayAsk() {
        return questions.isPresent() && client.isAskable(ClientRequest.Method.ELICIT);
    }

    /** @throws CallFailure when the call has passed through too many servers */
    static CallOrigin of(CallContext context, Optional<UserQuestions> questions) {
        var hops = 1;
        for (var text : context.headers().all(HOPS)) {
            hops = text.matches("[0-9]{1,3}") ? Math.max(hops, 1 + Integer.parseInt(text)) : hops;
        }
        if (hops > MOST_HOPS) {
            throw new CallFailure(
                    Stage.EXECUTION,
                    "the call was passed on %d times: a server is behind itself, directly or through others"
                            .formatted(MOST_HOPS));
        }
        return new CallOrigin(
                Optional.of(context),
                questions,
                context.client(),
                context.trace().span().map(SpanIdentity::traceparent),
                hops);
    }
}
