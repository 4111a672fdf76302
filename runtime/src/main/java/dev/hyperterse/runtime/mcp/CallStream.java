package dev.hyperterse.runtime.mcp;

/**
 * The stream for notifications of a running call. Opening the stream is the receiver's business; a client that does not
 * take event streams, or is gone, gets none, and the call does not notice.
 */
public interface CallStream {
    /**
     * The request is one that may take long, and its answer will have no status and no header of its own. Before that no
     * stream may be opened, however long it takes: it would swallow the id of a session, and that there is none such.
     */
    void calling();

    void notice(byte[] message);

    /** Whether a notification would reach a client; otherwise it need not be written. */
    boolean open();

    /** Does that when the client disconnects before the answer; to be called once, and only where it must not go on then. */
    void onDisconnect(Runnable disconnected);

    /** Does that once a notification shows that none reaches the client any more; on any thread, and at once when it has. */
    default void onLost(Runnable lost) {
        // Where it cannot show.
    }

    /** How many streams may be open where this one would be one of them. */
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
