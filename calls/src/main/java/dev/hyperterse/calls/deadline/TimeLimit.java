package dev.hyperterse.calls.deadline;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A limit of time. A call has several and reaches hardly any: its text is made when a message asks for it.
 *
 * @param reason in the message of a call that reaches it: the field that sets it, or what else does; empty if it
 *     follows from no setting
 * @param set what the field has, in milliseconds; negative if no field sets it
 * @param millis the time that ends the call
 */
public record TimeLimit(String reason, long set, long millis) {
    private static final long UNSET = -1;

    /** @param field that sets it */
    public static TimeLimit of(String field, long millis) {
        return new TimeLimit(field, millis, millis);
    }

    /** The statement timeout of an adapter. */
    public static TimeLimit ofStatement(long millis) {
        return of("adapters[].statementTimeout", millis);
    }

    /** A limit that follows from no setting, and that no message names. */
    public static TimeLimit unnamed(long millis) {
        return because("", millis);
    }

    static TimeLimit because(String reason, long millis) {
        return new TimeLimit(reason, UNSET, millis);
    }

    /** The same limit with time for the engine to report it. */
    public TimeLimit longer(long moreMillis) {
        return new TimeLimit(reason, set, millis + moreMillis);
    }

    /** The end of a message that names the limit; or nothing. */
    @Override
    public String toString() {
        if (reason.isEmpty()) {
            return "";
        }
        return set == UNSET ? " (" + reason + ")" : " (" + reason + ": " + duration(set) + ")";
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
}
