package dev.hyperterse.cli.console;

import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.runtime.audit.CallRecord;
import dev.hyperterse.runtime.audit.CallWatch;
import dev.hyperterse.telemetry.logging.TimeOfDay;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The last calls of all clients, the newest first, with arguments as records of calls show them. Look-ups of the page
 * itself are no calls.
 */
final class RecentCalls implements CallWatch, AutoCloseable {
    static final int MOST = 200;
    static final int LONGEST = 1000;

    /** As the page names itself. */
    private static final String PAGE = "hyperterse-console";

    private final Clock clock;
    private final Latest<List<Shown>> latest;

    /**
     * A call as the page shows it.
     *
     * @param time in milliseconds since 1970
     * @param client the name that the client gives itself
     * @param caller who it is, by its credentials
     * @param name of the tool or prompt, or the URI of the resource
     * @param rows -1 where there are none
     * @param failure empty for a call that succeeded
     */
    record Shown(
            String at,
            long time,
            String client,
            String caller,
            String method,
            String name,
            String arguments,
            int rows,
            double milliseconds,
            String failure) {}

    RecentCalls(Clock clock, String epoch) {
        this.clock = clock;
        this.latest = new Latest<>(epoch, List.of());
    }

    Latest<List<Shown>> latest() {
        return latest;
    }

    @Override
    public boolean isWanted() {
        return true;
    }

    @Override
    public void ended(CallRecord call, Optional<String> client, Optional<String> failure) {
        if (isLookUp(call, client)) {
            return;
        }
        var shown = new Shown(
                TimeOfDay.of(clock),
                clock.millis(),
                shortened(client.orElse("")),
                shortened(call.principal().subject().orElse("")),
                call.method(),
                shortened(call.name()),
                call.arguments()
                        .map(arguments -> shortened(arguments.tree().toString()))
                        .orElse(""),
                call.rows().orElse(-1),
                call.took().toNanos() / 1e6,
                call.outcome().equals(Ended.COMPLETED.spelling())
                        ? ""
                        : call.outcome()
                                + failure.map(sentence -> ": " + shortened(sentence))
                                        .orElse(""));
        latest.become(before ->
                Stream.concat(Stream.of(shown), before.stream()).limit(MOST).toList());
    }

    /** The page calls tools, and looks them up by the search of the server, which is no definition. */
    private static boolean isLookUp(CallRecord call, Optional<String> client) {
        return client.filter(PAGE::equals).isPresent()
                && call.method().equals("tools/call")
                && call.definition().isEmpty()
                && call.outcome().equals(Ended.COMPLETED.spelling());
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, text.offsetByCodePoints(0, LONGEST / 2)) + "…";
    }

    @Override
    public void close() {
        latest.close();
    }
}
