package dev.hyperterse.operator.registry;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Which servers a client asks for.
 *
 * @param selected by the parameters
 * @param after the last name of the page before
 * @param limit of servers in one answer
 */
record RegistryQuery(Predicate<ListedServer> selected, Optional<String> after, int limit) {
    private static final int USUAL = 30;
    private static final int MOST = 100;
    static final String LATEST = "latest";

    /** A parameter that cannot be read. */
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message, null, false, false);
        }
    }

    /** @param parameters by name; others than these are ignored */
    static RegistryQuery of(Function<String, Optional<String>> parameters) throws Malformed {
        var limit = limit(parameters.apply("limit"));
        var since = since(parameters.apply("updated_since"));
        var search = parameters.apply("search").map(text -> text.toLowerCase(Locale.ROOT));
        var version = parameters.apply("version").filter(wanted -> !wanted.equals(LATEST));
        Predicate<ListedServer> selected =
                server -> search.stream().allMatch(server.name().toLowerCase(Locale.ROOT)::contains)
                        && version.stream().allMatch(server.version()::equals)
                        && since.stream().noneMatch(server.updated()::isBefore);
        return new RegistryQuery(selected, parameters.apply("cursor"), limit);
    }

    private static int limit(Optional<String> text) throws Malformed {
        if (text.isEmpty()) {
            return USUAL;
        }
        try {
            var limit = Integer.parseInt(text.get());
            if (limit > 0) {
                return Math.min(limit, MOST);
            }
        } catch (NumberFormatException _) {
            // Answered below.
        }
        throw new Malformed("limit must be a number from 1 to %d".formatted(MOST));
    }

    private static Optional<Instant> since(Optional<String> text) throws Malformed {
        try {
            return text.map(OffsetDateTime::parse).map(OffsetDateTime::toInstant);
        } catch (DateTimeException unreadable) {
            throw new Malformed("updated_since must be a time such as 2026-11-28T08:00:00Z");
        }
    }
}
