package dev.hyperterse.runtime.mcp.legacy;

import dev.hyperterse.calls.Stage;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.legacy.session.Session;
import dev.hyperterse.runtime.mcp.method.Resources;
import dev.hyperterse.runtime.mcp.method.Resources.Refusal;
import dev.hyperterse.runtime.mcp.method.Results;
import java.util.Optional;

/**
 * {@code resources/subscribe} and {@code unsubscribe}: a session stores the resources whose changes it is notified of.
 */
final class ResourceSubscriptions {
    private final Results results;
    private final Resources resources;

    ResourceSubscriptions(Results results, Resources resources) {
        this.resources = resources;
        this.results = results;
    }

    Answer subscribe(Call call) {
        return resources.subscribe(call, uri -> subscribe(uri, Session.of(call)));
    }

    private static Optional<Refusal> subscribe(String uri, Optional<Session> session) {
        if (session.isEmpty()) {
            return refused(
                    Stage.VALIDATION,
                    RpcError.of(RpcError.INVALID_REQUEST, "Invalid request: subscribing needs a session"));
        }
        return switch (session.get().subscribe(uri)) {
            case SUBSCRIBED -> Optional.empty();
            case URI_TOO_LONG ->
                refused(
                        Stage.VALIDATION,
                        RpcError.invalidParams(
                                "the URI of a subscription has at most " + Session.MAX_URI_LENGTH + " characters"));
            case SESSION_FULL ->
                refused(
                        Stage.BUSY,
                        RpcError.of(
                                RpcError.CALL_FAILED,
                                "a session holds at most " + Session.MAX_SUBSCRIPTIONS + " subscriptions, of "
                                        + Session.MAX_SUBSCRIPTION_BYTES + " bytes together"));
            case REPLICA_FULL ->
                refused(
                        Stage.BUSY,
                        RpcError.of(RpcError.CALL_FAILED, "busy: this replica has reached its limit of subscriptions"));
        };
    }

    private static Optional<Refusal> refused(Stage stage, RpcError error) {
        return Optional.of(new Refusal(stage, error));
    }

    /** Always succeeds: unsubscribing is idempotent. */
    Answer unsubscribe(Call call) {
        return Resources.withUri(call, uri -> {
            Session.of(call).ifPresent(known -> known.unsubscribe(uri));
            return results.empty(call);
        });
    }
}
