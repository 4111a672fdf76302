package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.calls.memory.TextQuota;
import dev.hyperterse.runtime.mcp.DeclaredCapabilities;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedObject;
import dev.hyperterse.runtime.mcp.method.Resources;
import dev.hyperterse.runtime.mcp.stream.OpenStreams;
import dev.hyperterse.runtime.mcp.stream.StreamKey;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** {@code subscriptions/listen}: a request whose response is a stream of notifications, until either side ends it. */
public final class Subscriptions {
    /** The maximum of resources in a subscription, the same as for a session. */
    public static final int MOST_RESOURCES = 1_000;

    public static final int MOST_BYTES = 256 * 1024;
    public static final int LONGEST_URI = 2_048;

    private final OpenStreams streams;
    private final Resources resources;
    private final TextQuota quota;

    Subscriptions(OpenStreams streams, Resources resources, TextQuota quota) {
        this.streams = streams;
        this.resources = resources;
        this.quota = quota;
    }

    Answer listen(Call call) {
        var asked = call.params().find("notifications").filter(PostedObject::isObject);
        if (asked.filter(it -> it.has("taskIds")).isPresent()
                && !DeclaredCapabilities.hasTasks(call.message().object(Member.CLIENT_CAPABILITIES))) {
            return call.failed(ModernErrors.noTasks());
        }
        if (!call.stream().open()) {
            return call.failed(ModernErrors.noEventStream());
        }
        var filter = asked.flatMap(SubscriptionFilter::read);
        if (filter.isEmpty()) {
            return call.failed(RpcError.invalidParams("field 'notifications' must be an object of booleans, and in"
                    + " 'resourceSubscriptions' an array of strings"));
        }
        var chosen = new ChosenResources(call);
        var opened = false;
        try {
            var answer = open(call, filter.get().only(chosen::add), chosen);
            opened = answer instanceof Answer.Opened;
            return answer;
        } finally {
            if (!opened) {
                chosen.release();
            }
        }
    }

    /** The named resources that the client may read, within the limits. */
    private final class ChosenResources {
        private final Call call;
        private final long began = System.nanoTime();
        /** Each is recorded and counted as a call, admitted or not. */
        private int named;

        private long bytes;

        private ChosenResources(Call call) {
            this.call = call;
        }

        private boolean add(String uri) {
            long size = TextQuota.bytes(uri);
            if (uri.length() > LONGEST_URI || named >= MOST_RESOURCES || bytes + size > MOST_BYTES || isLate()) {
                return false;
            }
            named++;
            return resources.subscribes(call, uri, () -> reserve(size));
        }

        private boolean reserve(long size) {
            boolean reserved = quota.reserve(call.principal().identity(), size);
            bytes += reserved ? size : 0;
            return reserved;
        }

        private void release() {
            released().run();
        }

        /** Releases what was reserved; refers to nothing of the call, which a stream outlives. */
        private Runnable released() {
            var identity = call.principal().identity();
            long reserved = bytes;
            var of = quota;
            return () -> of.release(identity, reserved);
        }

        /** Whether the time for admitting resources has passed: each may need a request to the decision point. */
        private boolean isLate() {
            var most = call.live().settings().limits().callTimeoutMillis();
            return System.nanoTime() - began > TimeUnit.MILLISECONDS.toNanos(most);
        }
    }

    private Answer open(Call call, SubscriptionFilter filter, ChosenResources chosen) {
        var id = new String(call.message().raw(Member.ID), StandardCharsets.UTF_8);
        var client = call.caller()
                .pipe()
                .<StreamKey>map(pipe -> new OfPipe(pipe, id))
                .orElseGet(OfRequest::new);
        var limit = Math.min(
                call.live().settings().limits().streams(), call.stream().mostStreams());
        var subscription = new Subscription(id, filter, call.frame(), chosen.released());
        var opened =
                streams.open(client, call.caller().principal(), call.caller().until(), subscription, limit);
        if (opened.isEmpty()) {
            return call.failed(ModernErrors.busy(
                    "this replica has reached its limit of open streams, or this caller its share of them"));
        }
        return new Answer.Opened(
                subscription.stream(opened.get(), () -> streams.forget(client, opened.get())), chosen.named > 0);
    }

    /** Identifies a subscription in a later cancellation. */
    private record OfPipe(Object pipe, String id) implements StreamKey {}

    /** A subscription that its client ends by disconnecting. */
    private static final class OfRequest implements StreamKey {}

    /** Ends a subscription of a client whose requests share a pipe. */
    void cancel(Object pipe, byte[] id) {
        streams.cancel(new OfPipe(pipe, new String(id, StandardCharsets.UTF_8)));
    }
}
