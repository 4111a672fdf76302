package dev.hyperterse.runtime.audit;

import java.util.Optional;

/** Follows the calls of a server on the machine of its author, whatever the server records. */
public interface CallWatch {
    /** Follows nothing. */
    CallWatch NONE = new CallWatch() {
        @Override
        public boolean isWanted() {
            return false;
        }

        @Override
        public void ended(CallRecord call, Optional<String> client, Optional<String> failure) {}
    };

    default CallWatch and(CallWatch other) {
        return new Both(this, other);
    }

    /** Two that follow the same calls. */
    record Both(CallWatch one, CallWatch other) implements CallWatch {
        @Override
        public boolean isWanted() {
            return one.isWanted() || other.isWanted();
        }

        @Override
        public void ended(CallRecord call, Optional<String> client, Optional<String> failure) {
            one.ended(call, client, failure);
            other.ended(call, client, failure);
        }
    }

    boolean isWanted();

    /**
     * A call has ended; runs on its thread, before its response is sent.
     *
     * @param client the name that the client gives itself
     * @param failure the sentence that the client gets
     */
    void ended(CallRecord call, Optional<String> client, Optional<String> failure);
}
