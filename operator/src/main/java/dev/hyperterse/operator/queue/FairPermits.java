package dev.hyperterse.operator.queue;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Semaphore;

/** Permits that the waiting threads of namespaces get in turns. Thousands of one namespace delay another as much as one does. */
final class FairPermits {
    /** Namespaces in the order of their turns, each with its threads in the order in which they came. */
    private final Map<String, Queue<Semaphore>> waiting = new LinkedHashMap<>();

    private int free;

    FairPermits(int atOnce) {
        this.free = atOnce;
    }

    void acquire(String namespace) throws InterruptedException {
        var turn = new Semaphore(0);
        if (!begins(namespace, turn)) {
            try {
                turn.acquire();
            } catch (InterruptedException stopping) {
                giveUp(namespace, turn);
                throw stopping;
            }
        }
    }

    private synchronized boolean begins(String namespace, Semaphore turn) {
        if (free > 0) {
            free--;
            return true;
        }
        waiting.computeIfAbsent(namespace, _ -> new ArrayDeque<>()).add(turn);
        return false;
    }

    private synchronized void giveUp(String namespace, Semaphore turn) {
        var others = waiting.getOrDefault(namespace, new ArrayDeque<>());
        if (!others.remove(turn)) {
            // Its turn came in the same moment.
            release();
        } else if (others.isEmpty()) {
            waiting.remove(namespace);
        }
    }

    synchronized void release() {
        var namespaces = waiting.entrySet().iterator();
        if (!namespaces.hasNext()) {
            free++;
            return;
        }
        var next = namespaces.next();
        namespaces.remove();
        next.getValue().remove().release();
        if (!next.getValue().isEmpty()) {
            waiting.put(next.getKey(), next.getValue());
        }
    }
}
