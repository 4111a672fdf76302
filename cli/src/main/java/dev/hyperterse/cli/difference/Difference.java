package dev.hyperterse.cli.difference;

import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ObjectKey;
import java.util.List;
import java.util.Locale;

/**
 * A definition that a server serves differently, or the server itself.
 *
 * @param server as {@code namespace/name}
 * @param type {@code server}, {@code tool}, {@code prompt}, {@code resource} or {@code resource template}
 * @param name what clients call it by
 * @param object where it is defined
 * @param changes never empty; the most serious first
 */
public record Difference(
        String server, Sign sign, String type, String name, ObjectKey object, List<DefinitionChange> changes) {
    public Difference {
        changes = changes.stream()
                .sorted((one, other) -> one.impact().compareTo(other.impact()))
                .toList();
    }

    /** The kind of change. */
    public enum Sign {
        ADDED("+"),
        CHANGED("~"),
        REMOVED("-");

        private final String symbol;

        Sign(String symbol) {
            this.symbol = symbol;
        }

        public String symbol() {
            return symbol;
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The server among the objects of a directory. */
    ObjectKey serverKey() {
        var slash = server.indexOf('/');
        return new ObjectKey(ManifestKind.SERVER, server.substring(0, slash), server.substring(slash + 1));
    }

    /** {@code tool list-orders}. */
    public String display() {
        return type + " " + name;
    }

    public boolean has(Impact impact) {
        return changes.stream().anyMatch(change -> change.impact() == impact);
    }
}
