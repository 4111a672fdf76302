package dev.hyperterse.runtime.sharedstate;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Digest;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.Rates.Rate;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.statement.Command;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.catalog.statement.Word;
import dev.hyperterse.runtime.rate.TokenLender.Loan;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    /** The inputs, in the order of {@link #values}. */
    static final List<Input> INPUTS = Stream.of("key", "perMinute", "burst", "wanted")
            .map(name -> Input.of(name, InputType.STRING, false))
            .toList();

    /** The key is the third argument of the command, which selects the node in a cluster. */
    static final Action LEND = new Action.RunCommand(
            ServerSettings.SHARED_STATE,
            new Command(
                    Stream.<Word>concat(
                                    Stream.of("EVAL", TEXT, "1").map(Word.Fixed::new),
                                    INPUTS.stream()
                                            .map(input ->
                                                    new Word.Bound(new Value.Whole(new Reference.Input(input.name())))))
                            .toList(),
                    Optional.of(3)),
            "EVAL");

    /** The script never returns it. */
    static final long NO_ANSWER = 0;

    /** The longest interval between two tokens: that of one call a minute. */
    private static final long LONGEST_WAIT_MICROS = 60_000_000;

    private static final String PREFIX = "hyperterse:rate:";
    private static final int HASH_CHARACTERS = 32;

    private TokenScript() {}

    /** @param server its uid; the key of a caller cannot be guessed without it */
    static Object[] values(String server, List<String> bucket, Rate rate, int wanted) {
        return new Object[] {
            key(server, bucket),
            Integer.toString(rate.perMinute()),
            Integer.toString(rate.burst()),
            Integer.toString(wanted)
        };
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

    /** Lengths separate the parts, so that no content can make two keys equal. */
    private static String key(String server, List<String> bucket) {
        var text = Stream.concat(Stream.of(server), bucket.stream())
                .map(part -> part.length() + ":" + part)
                .collect(Collectors.joining());
        return PREFIX + Digest.of(text).substring(0, HASH_CHARACTERS);
    }
}
