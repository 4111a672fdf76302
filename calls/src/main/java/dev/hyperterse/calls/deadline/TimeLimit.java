package dev.hyperterse.calls.deadline;

import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A limit of time.
 *
 * @param shown in the message of a call that reaches it; empty if it follows from no setting
 */
public record TimeLimit(Optional<String> shown, long millis) {
    /** @param field that sets it */
    public static TimeLimit of(String field, long millis) {
        return new TimeLimit(Optional.of(field + ": " + duration(millis)), millis);
    }

    /** The statement timeout of an adapter. */
    public static TimeLimit ofStatement(long millis) {
        return of("adapters[].statementTimeout", millis);
    }

    /** The same limit with time for the engine to report it. */
    public TimeLimit longer(long moreMillis) {
        return new TimeLimit(shown, millis + moreMillis);
    }

    /** As in a manifest: 2h, 5m, 10s, 1500ms. */
    private static String duration(long millis) {
        return Stream.of(TimeUnit.HOURS, TimeUnit.MINUTES, TimeUnit.SECONDS)
                .filter(unit -> millis > 0 && millis % unit.toMillis(1) == 0)
                .findFirst()
                .map(unit ->
                        millis / unit.toMillis(1) + unit.name().substring(0, 1).toLowerCase(Locale.ROOT))
                .orElse(millis + "ms");
    }

    /** The end of a message that names the limit; or nothing. */
    @Override
    public String toString() {
        return shown.map(" (%s)"::formatted).orElse("");
    }
}
