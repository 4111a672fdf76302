package dev.hyperterse.runtime.call;

import tools.jackson.databind.node.ObjectNode;

/** The client of a call, as far as its era knows it, and the way to notify it before the answer. */
public interface Client {
    /** Reports how far the call is, if the client asked for that. */
    void progress(int progress, String what);

    /** Whether it has asked for messages of that level, and can receive one. */
    boolean logs(LoggingLevel level);

    void log(LoggingLevel level, ObjectNode data);

    /** A call that no client waits for. */
    Client NONE = new Client() {
        @Override
        public void progress(int progress, String what) {
            // No client waits.
        }

        @Override
        public boolean logs(LoggingLevel level) {
            return false;
        }

        @Override
        public void log(LoggingLevel level, ObjectNode data) {
            // No client reads.
        }
    };
}
