package dev.hyperterse.engines.postgres.wire.host;

import java.util.List;
import java.util.Locale;

/**
 * Which of several hosts is connected to.
 *
 * @param role that the host must have
 * @param shuffled whether they are tried in random order
 */
public record HostChoice(Role role, boolean shuffled) {
    /** The values of the driver's {@code targetServerType}. */
    public enum Role {
        ANY,
        PRIMARY,
        SECONDARY,
        PREFER_PRIMARY,
        PREFER_SECONDARY;

        /**
         * Reads the driver's spelling, including outdated ones.
         *
         * @throws IllegalArgumentException for any other text
         */
        public static Role of(String spelling) {
            return switch (spelling.toLowerCase(Locale.ROOT)) {
                case "any" -> ANY;
                case "primary", "master" -> PRIMARY;
                case "secondary", "slave" -> SECONDARY;
                case "preferprimary" -> PREFER_PRIMARY;
                case "prefersecondary", "preferslave" -> PREFER_SECONDARY;
                default -> throw new IllegalArgumentException(spelling);
            };
        }

        /** The roles to look for, in that order. */
        public List<Role> passes() {
            return switch (this) {
                case ANY, PRIMARY, SECONDARY -> List.of(this);
                case PREFER_PRIMARY -> List.of(PRIMARY, ANY);
                case PREFER_SECONDARY -> List.of(SECONDARY, ANY);
            };
        }
    }
}
