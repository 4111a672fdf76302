package dev.hyperterse.runtime.sharedstate;

import dev.hyperterse.runtime.mcp.modern.task.TaskBoard;
import dev.hyperterse.runtime.sharedstate.TaskScript.What;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The tasks of all replicas of a server with a shared state. */
public final class RedisTaskBoard implements TaskBoard {
    private final SharedRedis redis;

    public RedisTaskBoard(SharedRedis redis) {
        this.redis = redis;
    }

    @Override
    public boolean isShared() {
        return redis.isConfigured();
    }

    @Override
    public List<String> show(String task, String state, Duration keep) {
        return ask(task, What.SHOW, state, keep)
                .map(messages -> List.of(messages.split(" ")))
                .orElse(List.of());
    }

    @Override
    public void remove(String task) {
        ask(task, What.REMOVE, "", Duration.ZERO);
    }

    @Override
    public Optional<String> look(String task) {
        return ask(task, What.LOOK, "", Duration.ZERO);
    }

    @Override
    public boolean send(String task, String message) {
        return ask(task, What.SEND, message, Duration.ZERO).isPresent();
    }

    /** Empty where it does not answer, or has nothing to say. */
    private Optional<String> ask(String task, What what, String text, Duration keep) {
        return redis.ask(
                        TaskScript.SCRIPT,
                        server -> TaskScript.values(server, task, what, text, keep),
                        returned -> returned.stringValueOpt())
                .filter(answer -> !answer.isEmpty());
    }
}
