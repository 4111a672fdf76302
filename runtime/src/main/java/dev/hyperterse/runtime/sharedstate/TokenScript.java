package dev.hyperterse.runtime.sharedstate;

import dev.hyperterse.catalog.server.Rates.Rate;
import dev.hyperterse.runtime.rate.TokenLender.Loan;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Lends tokens inside Redis, by its clock. A bucket is one key; its value is the time at which the bucket is full, and
 * the key expires at that time. The script is atomic, because Redis runs one script at a time.
 */
final class TokenScript {
    private static final String TEXT = """
            local interval = 60000000 / tonumber(ARGV[1])
            local depth = interval * tonumber(ARGV[2])
            local time = redis.call('TIME')
            local now = time[1] * 1000000 + time[2]
            local full = tonumber(redis.call('GET', KEYS[1]) or now)
            full = math.min(math.max(full, now), now + depth)
            local free = math.floor((now + depth - full) / interval + 0.000001)
            if free < 1 then
              return -math.max(1, math.ceil(full + interval - now - depth))
            end
            local lent = math.min(free, tonumber(ARGV[3]))
            full = full + lent * interval
            redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000))
            return lent
            """;

    private static final SharedKey KEY = new SharedKey("hyperterse:rate:");

    /** The script never returns it. */
    static final long NO_ANSWER = 0;

    /** The inputs are in the order of {@link #values}. */
    static final SharedScript SCRIPT = SharedScript.of(
            "rates",
            "this replica counts calls for itself until it does",
            TEXT,
            List.of("key", "perMinute", "burst", "wanted"),
            new SharedScript.Probe(
                    values("", List.of("probe"), new Rate(6_000, 6_000), 1),
                    returned -> loan(returned.longValue(NO_ANSWER), 1).isPresent()));

    /** The longest interval between two tokens: that of one call a minute. */
    private static final long LONGEST_WAIT_MICROS = 60_000_000;

    private TokenScript() {}

    /** @param server its uid; the key of a caller cannot be guessed without it */
    static List<Object> values(String server, List<String> bucket, Rate rate, int wanted) {
        return List.of(
                KEY.of(server, bucket),
                Integer.toString(rate.perMinute()),
                Integer.toString(rate.burst()),
                Integer.toString(wanted));
    }

    /** The meaning of a number that the script returned; empty if the script cannot return it. */
    static Optional<Loan> loan(long number, int wanted) {
        if (number > 0 && number <= wanted) {
            return Optional.of(new Loan.Lent((int) number));
        }
        return number < 0 && number >= -LONGEST_WAIT_MICROS
                ? Optional.of(new Loan.Wait(TimeUnit.MICROSECONDS.toNanos(-number)))
                : Optional.empty();
    }
}
