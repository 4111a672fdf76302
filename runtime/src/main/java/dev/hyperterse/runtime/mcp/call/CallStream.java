package dev.hyperterse.runtime.mcp.call;

/**
 * The stream for notifications of a running call. The implementation opens it; a client that does not accept event
 * streams, or has disconnected, receives none, without an effect on the call.
 */
public interface CallStream {
    /**
     * Allows the stream to be opened: the response then has status 200 and no other headers. If it opened earlier, it
     * would lose the id of a new session, or the status of an unknown one.
     */
    void calling();

    void notice(byte[] message);

    /** Whether a notification would reach a client; otherwise it need not be written. */
    boolean open();

    /**
     * Runs an action when the client disconnects before the response; to be called where a disconnect ends the call. Of
     * the parts of a call that are recorded separately, one after the other, only one that is slow is ended.
     */
    void onDisconnect(Runnable disconnected);

    /**
     * Runs an action when a notification cannot be written; on any thread, and immediately if that has already
     * happened.
     */
    default void onLost(Runnable lost) {
        // This stream cannot detect that.
    }

    /** The maximum of open streams, including this one. */
    default int mostStreams() {
        return Integer.MAX_VALUE;
    }

    /** A call without a client that takes notifications. */
    CallStream NONE = new CallStream() {
        @Override
        public void calling() {
            // No client waits.
        }

        @Override
        public void notice(byte[] message) {
            // No client listens.
        }

        @Override
        public boolean open() {
            return false;
        }

        @Override
        public void onDisconnect(Runnable disconnected) {
            // No client is connected.
        }
    };
}
