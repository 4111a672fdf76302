package dev.hyperterse.engines.mcp;

import java.io.IOException;
import java.time.Duration;

/**
 * Sends what no call waits for. A server that does not take it in time is left alone: the interrupt closes the connection.
 *
 * @param longest time for it
 */
record Courtesy(Duration longest) {
    static final Courtesy USUAL = new Courtesy(Duration.ofSeconds(5));

    /** Something that can fail. */
    @FunctionalInterface
    interface Message {
        void send() throws IOException;
    }

    /** @return the thread that ends with the message, or with the time for it */
    Thread inBackground(Message message) {
        var sending = Thread.ofVirtual().name("mcp courtesy").start(() -> {
            try {
                message.send();
            } catch (IOException gone) {
                // The server notices by itself.
            }
        });
        return Thread.ofVirtual().name("mcp courtesy limit").start(() -> {
            try {
                if (!sending.join(longest)) {
                    sending.interrupt();
                }
            } catch (InterruptedException never) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
