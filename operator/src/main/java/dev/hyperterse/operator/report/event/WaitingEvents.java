package dev.hyperterse.operator.report.event;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/** Notices that wait in turns of their namespaces, so that thousands of one delay and displace no other's. */
final class WaitingEvents {
    /** Namespaces in the order of their turns, each with its notices in the order in which they came. */
    private final Map<String, Queue<ConditionEvent>> waiting = new LinkedHashMap<>();

    private final int most;
    private int size;

    WaitingEvents(int most) {
        this.most = most;
    }

    /** Whether another had to go: the oldest of the namespace that has most. */
    boolean add(ConditionEvent notice) {
        waiting.computeIfAbsent(notice.regarding().getNamespace(), _ -> new ArrayDeque<>())
                .add(notice);
        size++;
        var full = size > most;
        if (full) {
            waiting.values().stream().max(Comparator.comparing(Queue::size)).ifPresent(Queue::remove);
            waiting.values().removeIf(Queue::isEmpty);
            size--;
        }
        return full;
    }

    Optional<ConditionEvent> next() {
        var turns = waiting.entrySet().iterator();
        if (!turns.hasNext()) {
            return Optional.empty();
        }
        var turn = turns.next();
        turns.remove();
        var next = turn.getValue().remove();
        if (!turn.getValue().isEmpty()) {
            waiting.put(turn.getKey(), turn.getValue());
        }
        size--;
        return Optional.of(next);
    }
}
