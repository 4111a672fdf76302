package dev.hyperterse.runtime.sharedstate;

import dev.hyperterse.runtime.history.CallHistory.Past;
import dev.hyperterse.runtime.history.CallSeries;
import java.util.List;
import java.util.Optional;

/**
 * Keeps series of calls inside Redis, by its clock. A series is one hash; its fields are the calls and the sum of each step
 * of its window, and it expires with the window. A call that is added twice or not taken back, because its connection broke,
 * is one call less for its caller; one that is taken back twice is one more, which no caller can bring about.
 */
final class HistoryScript {
    private static final String TEXT = """
            local length = tonumber(ARGV[1])
            local before = tonumber(ARGV[2])
            local now = math.floor(redis.call('TIME')[1] / length)
            if ARGV[3] == 'back' then
              local calls = 'c' .. ARGV[5]
              if redis.call('HEXISTS', KEYS[1], calls) == 1 then
                redis.call('HINCRBY', KEYS[1], calls, -1)
                if ARGV[4] ~= '0' then
                  redis.call('HINCRBY', KEYS[1], 's' .. ARGV[5], '-' .. ARGV[4])
                end
              end
              return ''
            end
            local calls, sum = 0, 0
            local fields = redis.call('HGETALL', KEYS[1])
            for i = 1, #fields, 2 do
              if tonumber(string.sub(fields[i], 2)) < now - before then
                redis.call('HDEL', KEYS[1], fields[i])
              elseif string.sub(fields[i], 1, 1) == 'c' then
                calls = calls + tonumber(fields[i + 1])
              else
                sum = sum + tonumber(fields[i + 1])
              end
            end
            if ARGV[3] == 'add' then
              if sum + tonumber(ARGV[4]) > 9e18 then
                return ''
              end
              redis.call('HINCRBY', KEYS[1], 'c' .. now, 1)
              if ARGV[4] ~= '0' then
                redis.call('HINCRBY', KEYS[1], 's' .. now, ARGV[4])
              end
              redis.call('EXPIRE', KEYS[1], length * (before + 1))
            end
            return string.format('%.0f %.0f %.0f', now, calls, sum)
            """;

    private static final SharedKey KEY = new SharedKey("hyperterse:history:");

    /** The inputs are in the order of {@link #values}. */
    static final SharedScript SCRIPT = SharedScript.of(
            "history",
            "calls that rules look back at are refused until it does",
            TEXT,
            List.of("key", "length", "before", "what", "amount", "step"),
            new SharedScript.Probe(
                    List.of(KEY.of("", List.of("probe")), "60", "1", What.ADD.word, "0", "0"),
                    returned ->
                            past(returned.stringValue("")).flatMap(past -> past).isPresent()));

    private HistoryScript() {}

    /** The task of one run of the script. */
    enum What {
        ADD("add"),
        READ("read"),
        TAKE_BACK("back");

        private final String word;

        What(String word) {
            this.word = word;
        }
    }

    /** @param server its uid; the key of a caller cannot be guessed without it */
    static List<Object> values(String server, CallSeries series, What what, long amount, long step) {
        return List.of(
                KEY.of(server, series.parts()),
                Long.toString(series.window().step()),
                Integer.toString(series.window().stepsBefore()),
                what.word,
                Long.toString(amount),
                Long.toString(step));
    }

    /** The meaning of what the script returned; empty if the script cannot return it. Nothing is a call without room. */
    static Optional<Optional<Past>> past(String returned) {
        if (returned.isEmpty()) {
            return Optional.of(Optional.empty());
        }
        var parts = returned.split(" ");
        try {
            return parts.length == 3
                    ? Optional.of(Optional.of(
                            new Past(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]))))
                    : Optional.empty();
        } catch (NumberFormatException other) {
            return Optional.empty();
        }
    }
}
