package dev.hyperterse.runtime.mcp;

/**
 * Where notifications of a call go while it runs. Opening the stream is the receiver's business; a client that does not
 * take event streams, or is gone, gets none, and the call does not notice.
 */
public interface CallStream {
    /**
     * The request is one that may take long, and its answer will have no status and no header of its own. Before that no
     * stream may be opened, however long it takes: it would swallow the id of a session, and that there is none such.
     */
    void calling();

    void notice(byte[] message);

    /** Whether a notification would reach anybody: what nobody reads need not be written. */
    boolean open();

    /** Does that when the client disconnects before the answer; to be called once, and only where it must not go on then. */
    void onDisconnect(Runnable disconnected);

    /** Nobody listens. */
    CallStream NONE = new CallStream() {
        @Override
        public void calling() {
            // Nobody waits.
        }

        @Override
        public void notice(byte[] message) {
            // Nobody listens.
        }

        @Override
        public boolean open() {
            return false;
        }

        @Override
        public void onDisconnect(Runnable disconnected) {
            // Nobody was connected.
        }
    };
}
