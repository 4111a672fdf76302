package dev.hyperterse.runtime.sharedstate;

import dev.hyperterse.runtime.mcp.modern.task.SharedTasks;
import java.time.Duration;
import java.util.List;

/**
 * Keeps tasks inside Redis. A task is one hash: its state as its replica shows it, and the messages that clients sent to it
 * on other replicas, which its replica takes when it shows it again. It expires when its replica does not.
 */
final class TaskScript {
    private static final String TEXT = """
            local what = ARGV[1]
            if what == 'look' then
              return redis.call('HGET', KEYS[1], 'state') or ''
            elseif what == 'remove' then
              redis.call('DEL', KEYS[1])
              return ''
            elseif what == 'send' then
              if redis.call('HEXISTS', KEYS[1], 'state') == 0 then
                return ''
              end
              for number = 1, 4 do
                if redis.call('HSETNX', KEYS[1], 'message' .. number, ARGV[2]) == 1 then
                  return 'sent'
                end
              end
              return ''
            end
            local messages = {}
            for number = 1, 4 do
              messages[#messages + 1] = redis.call('HGET', KEYS[1], 'message' .. number) or nil
            end
            redis.call('DEL', KEYS[1])
            redis.call('HSET', KEYS[1], 'state', ARGV[2])
            redis.call('PEXPIRE', KEYS[1], ARGV[3])
            return table.concat(messages, ' ')
            """;

    private static final SharedKey KEY = new SharedKey("hyperterse:task:");

    /** The inputs are in the order of {@link #values}. */
    static final SharedScript SCRIPT = SharedScript.of(
            "tasks",
            "a task is found on its own replica alone until it does",
            TEXT,
            List.of("key", "what", "text", "keep"),
            SharedTasks.LONGEST + 1024,
            new SharedScript.Probe(
                    values("", "probe", What.SHOW, "", Duration.ofSeconds(1)),
                    returned -> returned.stringValue("none").isEmpty()));

    private TaskScript() {}

    /** The task of one run of the script. */
    enum What {
        SHOW("show"),
        LOOK("look"),
        SEND("send"),
        REMOVE("remove");

        private final String word;

        What(String word) {
            this.word = word;
        }
    }

    /** @param server its uid; the key of a task cannot be guessed without it */
    static List<Object> values(String server, String task, What what, String text, Duration keep) {
        return List.of(KEY.of(server, List.of(task)), what.word, text, Long.toString(Math.max(1, keep.toMillis())));
    }
}
