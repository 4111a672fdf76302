package dev.hyperterse.runtime.sharedstate;

import dev.hyperterse.runtime.mcp.modern.task.TaskBoard;
import dev.hyperterse.runtime.sharedstate.TaskScript.What;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

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
    public boolean answers() {
        return redis.answers(TaskScript.SCRIPT);
    }

    @Override
    public Optional<List<Message>> show(String task, String state, Duration keep, List<Done> done) {
        var marked = done.stream().map(it -> (it.taken() ? "+" : "-") + it.id()).toList();
        return answer(task, What.SHOW, state, keep, marked).map(RedisTaskBoard::messages);
    }

    private static List<Message> messages(String text) {
        var words = text.split(" ");
        return IntStream.range(0, words.length / 2)
                .mapToObj(at -> new Message(words[2 * at], words[2 * at + 1]))
                .toList();
    }

    @Override
    public boolean remove(String task) {
        return answer(task, What.REMOVE, "", Duration.ZERO, List.of()).isPresent();
    }

    @Override
    public Optional<String> look(String task) {
        return ask(task, What.LOOK, "", Duration.ZERO, List.of());
    }

    @Override
    public boolean send(String task, Message message) {
        return ask(task, What.SEND, message.text(), Duration.ZERO, List.of(message.id()))
                .isPresent();
    }

    @Override
    public Fate fate(String task, String message) {
        return switch (answer(task, What.FATE, "", Duration.ZERO, List.of(message))
                .orElse("")) {
            case "waits" -> Fate.WAITS;
            case "taken" -> Fate.TAKEN;
            case "lost" -> Fate.LOST;
            default -> Fate.UNKNOWN;
        };
    }

    /** Empty where it does not answer, or has nothing to say. */
    private Optional<String> ask(String task, What what, String text, Duration keep, List<String> messages) {
        return answer(task, what, text, keep, messages).filter(answer -> !answer.isEmpty());
    }

    private Optional<String> answer(String task, What what, String text, Duration keep, List<String> messages) {
        return redis.ask(
                TaskScript.SCRIPT,
                server -> TaskScript.values(server, task, what, text, keep, messages),
                returned -> returned.stringValueOpt());
    }
}
