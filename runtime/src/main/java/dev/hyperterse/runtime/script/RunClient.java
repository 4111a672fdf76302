package dev.hyperterse.runtime.script;

import dev.hyperterse.runtime.call.Client;
import dev.hyperterse.runtime.call.ClientMemory;
import java.util.Optional;
import org.graalvm.polyglot.Value;

/** What one run does with its client and with other clients, beside log messages and progress. */
final class RunClient {
    private static final int SHOWN = 100;

    private final String namespace;
    private final Client client;

    RunClient(ScriptOwner owner, Client client) {
        this.namespace = owner.namespace();
        this.client = client;
    }

    /** What it returns is for client.js to read. */
    Object execute(String operation, Value... given) {
        return switch (operation) {
            case "get" ->
                memory().flatMap(memory -> memory.get(namespace, given[0].asString()))
                        .orElse(null);
            case "set" ->
                memory().map(memory -> memory.put(namespace, given[0].asString(), given[1].asString()))
                        .flatMap(RunClient::notKept)
                        .orElse(null);
            case "delete" -> {
                memory().ifPresent(memory -> memory.remove(namespace, given[0].asString()));
                yield null;
            }
            case "notify" -> updated(given[0].asString());
            default -> throw new IllegalArgumentException(operation);
        };
    }

    private Optional<ClientMemory> memory() {
        return client.memory();
    }

    private static Optional<String> notKept(ClientMemory.Keeping keeping) {
        return switch (keeping) {
            case KEPT -> Optional.empty();
            case CLIENT_FULL -> Optional.of("ctx.session holds at most 16384 bytes of keys and values");
            case REPLICA_FULL -> Optional.of("busy: the sessions of this replica keep as much as they may");
        };
    }

    /** @return whether subscribers are notified, or what is wrong */
    private Object updated(String uri) {
        return switch (client.updated(namespace, uri)) {
            case NOTIFIED -> true;
            case TOO_MANY -> false;
            case NO_RESOURCE ->
                "there is no resource '%s' in the namespace of this script; ctx.notify takes the URI of one"
                        .formatted(uri.substring(0, Math.min(SHOWN, uri.length())));
        };
    }
}
