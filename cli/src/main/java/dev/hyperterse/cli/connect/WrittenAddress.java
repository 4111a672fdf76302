package dev.hyperterse.cli.connect;

import dev.hyperterse.cli.manifest.Manifest;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The address of an adapter, as its manifest writes it, for the console of its author. Messages of replicas name neither
 * host nor user.
 *
 * @param address without a password
 * @param user the name, or where it comes from
 */
record WrittenAddress(String address, Optional<String> user) {
    private static final Pattern AFTER_SCHEME = Pattern.compile("^[a-z0-9+]+://(?:[^@/]*@)?([^?#]*).*$");

    static Optional<WrittenAddress> of(Manifest server, String adapter) {
        return server.list("adapters").stream()
                .<Map<?, ?>>map(WrittenAddress::map)
                .filter(written -> adapter.equals(written.get("name")))
                .findFirst()
                .map(written -> new WrittenAddress(
                        AFTER_SCHEME.matcher(String.valueOf(written.get("url"))).replaceFirst("$1"),
                        user(map(written.get("username")))));
    }

    private static Optional<String> user(Map<?, ?> username) {
        var key = map(map(username.get("valueFrom")).get("secretKeyRef")).get("key");
        return username.get("value") instanceof String name
                ? Optional.of("'" + name + "'")
                : Optional.ofNullable(key).map(it -> "of the key " + it);
    }

    /** Behind the name of the adapter. */
    String inWords() {
        return " at " + address + user.map(name -> " as user " + name).orElse("");
    }

    /** The cure of a failure, by the words of replicas. */
    static String remedy(String reason) {
        if (reason.contains("authentication failed")) {
            return "correct username and password of the adapter; .env has the values of Secrets, as KEY=value";
        }
        if (reason.contains("does not exist")) {
            return "correct the name of the database at the end of url, or create it";
        }
        if (reason.contains("certificate") || reason.contains("TLS")) {
            return "set tls of the adapter: mode, and ca for a certificate of your own";
        }
        return reason.contains("cannot be reached")
                ? "start it, or correct host and port in url; without --connect nothing is connected"
                : "start it, or give its address in .env; without --connect nothing is connected";
    }

    private static Map<?, ?> map(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }
}
