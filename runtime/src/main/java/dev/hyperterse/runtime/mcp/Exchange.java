package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.call.ClientMemory;
import java.util.Optional;

/** What the scripts of a call can do with its client, and with other clients, before the answer. Each era has its way. */
public interface Exchange {
    /** Of a call that can do none of it. */
    Exchange NONE = new Exchange() {
        @Override
        public Optional<ClientMemory> memory() {
            return Optional.empty();
        }

        @Override
        public boolean updated(String namespace, String uri) {
            return true;
        }
    };

    /** What scripts keep for the client; empty where it has no session. */
    Optional<ClientMemory> memory();

    /** Notifies the subscribers of a resource of that namespace; false when there are too many such notifications. */
    boolean updated(String namespace, String uri);
}
