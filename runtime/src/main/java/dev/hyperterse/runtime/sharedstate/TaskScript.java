package dev.hyperterse.runtime.sharedstate;

import dev.hyperterse.runtime.mcp.modern.task.SharedTasks;
import dev.hyperterse.runtime.mcp.seal.RequestSeal;
import java.time.Duration;
import java.util.List;

/**
 * Keeps tasks inside Redis. A task is one hash: its state as its replica shows it, the messages that clients sent to it
 * on other replicas, which its replica takes when it shows it again, and the ids of those it took last. It expires when
 * its replica does not.
 */
final class TaskScript {
    /** The length of the ids of 32 messages: more than a task takes while a sender pauses. */
    static final int TAKEN = 32 * 37;

    private static final String TEXT = """
            local what = ARGV[1]
            local kind = redis.call('TYPE', KEYS[1]).ok
            if kind ~= 'hash' and kind ~= 'none' then
              redis.call('DEL', KEYS[1])
            end
            if what == 'look' then
              local state = redis.call('HGET', KEYS[1], 'state')
              return state and #state <= LONGEST_STATE and string.find(state, '^[%w_.-]+$') and state or ''
            elseif what == 'remove' then
              redis.call('DEL', KEYS[1])
              return ''
            elseif what == 'send' then
              if redis.call('HEXISTS', KEYS[1], 'state') == 0 or redis.call('HLEN', KEYS[1]) > 5 then
                return ''
              end
              redis.call('HSET', KEYS[1], ARGV[4], ARGV[2])
              return 'sent'
            elseif what == 'fate' then
              if redis.call('HEXISTS', KEYS[1], 'state') == 0 then
                return ''
              end
              if redis.call('HEXISTS', KEYS[1], ARGV[4]) == 1 then
                return 'waits'
              end
              local taken = redis.call('HGET', KEYS[1], 'taken') or ''
              return string.find(taken .. ' ', ' ' .. ARGV[4] .. ' ', 1, true) and 'taken' or 'lost'
            end
            local taken = redis.call('HGET', KEYS[1], 'taken') or ''
            for mark, done in string.gmatch(ARGV[4], '([+-])(%S+)') do
              redis.call('HDEL', KEYS[1], done)
              if mark == '+' then
                taken = taken .. ' ' .. done
              end
            end
            redis.call('HSET', KEYS[1], 'state', ARGV[2], 'taken', string.sub(taken, -LONGEST_TAKEN))
            redis.call('PEXPIRE', KEYS[1], ARGV[3])
            local messages = {}
            for _, message in ipairs(redis.call('HKEYS', KEYS[1])) do
              if message ~= 'state' and message ~= 'taken' then
                local text = redis.call('HGET', KEYS[1], message)
                if #messages < 4 and #message <= 64 and #text <= LONGEST_MESSAGE
                    and string.find(message, '^[%w-]+$') and string.find(text, '^[%w_.-]+$') then
                  messages[#messages + 1] = message .. ' ' .. text
                else
                  redis.call('HDEL', KEYS[1], message)
                end
              end
            end
            return table.concat(messages, ' ')
            """.replace("LONGEST_STATE", Integer.toString(SharedTasks.LONGEST))
            .replace("LONGEST_MESSAGE", Integer.toString(RequestSeal.LONGEST))
            .replace("LONGEST_TAKEN", Integer.toString(TAKEN));

    /** A state, or four messages of 32 KiB with their ids. */
    private static final int LONGEST_REPLY = SharedTasks.LONGEST + 1024;

    private static final SharedKey KEY = new SharedKey("hyperterse:task:");

    /** The inputs are in the order of {@link #values}. */
    static final SharedScript SCRIPT = SharedScript.of(
            "tasks",
            "a task is found on its own replica alone until it does",
            TEXT,
            List.of("key", "what", "text", "keep", "messages"),
            LONGEST_REPLY,
            new SharedScript.Probe(
                    values("", "probe", What.SHOW, "", Duration.ofSeconds(1), List.of()),
                    returned -> returned.stringValue("none").isEmpty()));

    private TaskScript() {}

    enum What {
        SHOW("show"),
        LOOK("look"),
        SEND("send"),
        FATE("fate"),
        REMOVE("remove");

        private final String word;

        What(String word) {
            this.word = word;
        }
    }

    /**
     * @param server its uid; the key of a task cannot be guessed without it
     * @param messages their ids; those that are done each behind {@code +} if it was taken, or {@code -}
     */
    static List<Object> values(
            String server, String task, What what, String text, Duration keep, List<String> messages) {
        return List.of(
                KEY.of(server, List.of(task)),
                what.word,
                text,
                Long.toString(Math.max(1, keep.toMillis())),
                String.join(" ", messages));
    }
}
