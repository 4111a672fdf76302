package dev.hyperterse.runtime.mcp.modern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.mcp.modern.task.TaskBoard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The place between replicas, as a Redis is one. */
final class BoardInMemory implements TaskBoard {
    final Map<String, String> states = new ConcurrentHashMap<>();
    final Map<String, List<Message>> messages = new ConcurrentHashMap<>();
    private final Set<String> taken = ConcurrentHashMap.newKeySet();
    final AtomicInteger shows = new AtomicInteger();
    final AtomicInteger looks = new AtomicInteger();
    volatile boolean away;
    volatile boolean lostAfterSend;
    volatile boolean losesMessages;
    volatile Runnable beforeSend = () -> {};
    volatile Runnable afterMessages = () -> {};

    int length(String task) {
        return states.getOrDefault(task, "").length();
    }

    int waiting(String task) {
        return messages.getOrDefault(task, List.of()).size();
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public boolean answers() {
        return !away;
    }

    @Override
    public Optional<List<Message>> show(String task, String state, Duration keep, List<Done> done) {
        assertThat(keep).isPositive();
        shows.incrementAndGet();
        var sent = shown(task, state, done);
        if (sent.filter(them -> !them.isEmpty()).isPresent()) {
            afterMessages.run();
        }
        return sent;
    }

    private synchronized Optional<List<Message>> shown(String task, String state, List<Done> done) {
        if (away) {
            return Optional.empty();
        }
        states.put(task, state);
        var sent = messages.computeIfAbsent(task, _ -> new ArrayList<>());
        for (var message : done) {
            sent.removeIf(it -> it.id().equals(message.id()));
            if (message.taken()) {
                taken.add(message.id());
            }
        }
        return Optional.of(List.copyOf(sent));
    }

    @Override
    public synchronized boolean remove(String task) {
        if (!away) {
            states.remove(task);
            messages.remove(task);
        }
        return !away;
    }

    @Override
    public Optional<String> look(String task) {
        looks.incrementAndGet();
        return away ? Optional.empty() : Optional.ofNullable(states.get(task));
    }

    @Override
    public boolean send(String task, Message message) {
        beforeSend.run();
        return sent(task, message);
    }

    private synchronized boolean sent(String task, Message message) {
        if (away || !states.containsKey(task)) {
            return false;
        }
        if (!losesMessages) {
            messages.computeIfAbsent(task, _ -> new ArrayList<>()).add(message);
        }
        away = lostAfterSend;
        return true;
    }

    @Override
    public synchronized Fate fate(String task, String message) {
        if (away || !states.containsKey(task)) {
            return Fate.UNKNOWN;
        }
        if (messages.getOrDefault(task, List.of()).stream()
                .anyMatch(it -> it.id().equals(message))) {
            return Fate.WAITS;
        }
        return taken.contains(message) ? Fate.TAKEN : Fate.LOST;
    }
}
