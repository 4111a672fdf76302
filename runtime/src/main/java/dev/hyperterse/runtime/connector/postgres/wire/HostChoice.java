package dev.hyperterse.runtime.connector.postgres.wire;

import java.util.List;
import java.util.Locale;

/**
 * Which of several hosts serves.
 *
 * @param role what it has to be
 * @param shuffled whether they are tried in random order
 */
public record HostChoice(Role role, boolean shuffled) {
    /** As the driver's {@code targetServerType}. */
    public enum Role {
        ANY,
        PRIMARY,
        SECONDARY,
        PREFER_PRIMARY,
        PREFER_SECONDARY;

        /**
         * Reads the driver's spelling, also the ones of former days.
         *
         * @throws IllegalArgumentException when it is none
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

        /** What to look for, one after the other. */
        List<Role> passes() {
            return switch (this) {
                case ANY, PRIMARY, SECONDARY -> List.of(this);
                case PREFER_PRIMARY -> List.of(PRIMARY, ANY);
                case PREFER_SECONDARY -> List.of(SECONDARY, ANY);
            };
        }
    }
}
