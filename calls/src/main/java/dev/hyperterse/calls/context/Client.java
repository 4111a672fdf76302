package dev.hyperterse.calls.context;

import dev.hyperterse.calls.CallRounds;
import dev.hyperterse.calls.deadline.TimeLimit;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** The client of a call, as far as its era knows it, and the way to notify it before the result. */
public interface Client {
    /** Reports the progress of the call, if the client requested that and the progress has increased. */
    void progress(Progress progress);

    /** Whether it has requested messages of that level, and can receive one. */
    boolean logs(LoggingLevel level);

    void log(LoggingLevel level, ObjectNode data);

    /** The client's information about itself; empty where the era does not know it. */
    default Optional<About> about() {
        return Optional.empty();
    }

    /**
     * Sends the client a request. The reply is passed on once, on any thread, possibly before this returns; a failure
     * is a reply, too.
     *
     * @param key created by {@link Places}; identifies the answer if the client answers between rounds of the call
     */
    default PendingRequest ask(String key, ClientRequest request, Consumer<ClientReply> reply) {
        reply.accept(new ClientReply.Failed("this call has no client that can be asked"));
        return PendingRequest.NONE;
    }

    /** Whether it has declared that it answers such requests. */
    default boolean isAskable(ClientRequest.Method method) {
        return about().filter(it -> it.capabilities().contains(method.capability()))
                .isPresent();
    }

    /** All stages before the run of the client's own call are over: it may go on after its client got an answer. */
    default void runBegins() {
        // Only a client that knows tasks gets an answer before the call has ended.
    }

    /** The limit of a run that goes on after its client got an answer; empty for every other. */
    default Optional<TimeLimit> taskLimit() {
        return Optional.empty();
    }

    /** The state that the call keeps between rounds; empty where the client answers while the call runs. */
    default Optional<CallRounds> rounds() {
        return Optional.empty();
    }

    /** The values that scripts keep for the client; empty where it has no session. */
    default Optional<ClientMemory> memory() {
        return Optional.empty();
    }

    /** Notifies all clients that have subscribed to a resource, and see it, that it has changed. */
    default NotifyResult updated(String namespace, String uri) {
        return NotifyResult.NO_RESOURCE;
    }

    /** The URI of the resource that the call reads, as the client spells it. */
    default Optional<String> reads() {
        return Optional.empty();
    }

    /** Whether the server of the call has a resource of that URI that is not one of the adapter. */
    default boolean hasElsewhere(String uri, String adapter) {
        return false;
    }

    /** The result of a notification of subscribers. */
    enum NotifyResult {
        NOTIFIED,
        /** More resources have changed within a second than subscribers are notified of. */
        TOO_MANY,
        /** The namespace has no resource of that URI. */
        NO_RESOURCE
    }

    /**
     * The client's information about itself.
     *
     * @param capabilities the declared capabilities, by their names in the protocol
     */
    record About(String name, String version, Set<String> capabilities) {
        public About {
            capabilities = Set.copyOf(capabilities);
        }
    }

    /** The client of a call without one. */
    Client NONE = new Client() {
        @Override
        public void progress(Progress progress) {
            // There is no client.
        }

        @Override
        public boolean logs(LoggingLevel level) {
            return false;
        }

        @Override
        public void log(LoggingLevel level, ObjectNode data) {
            // There is no client.
        }
    };
}
