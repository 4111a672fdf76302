package dev.hyperterse.operator.report;

import dev.hyperterse.operator.queue.Timer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** One signal for each key, at the earliest time that was asked for. */
final class Alarms<K> {
    private final Timer timer;
    private final Consumer<K> signal;
    private final Map<K, Long> due = new HashMap<>();

    Alarms(Timer timer, Consumer<K> signal) {
        this.timer = timer;
        this.signal = signal;
    }

    void in(Duration wait, K key) {
        synchronized (due) {
            var at = timer.nanos() + wait.toNanos();
            var set = due.get(key);
            if (set != null && set - at <= 0) {
                return;
            }
            due.put(key, at);
            timer.after(wait, () -> ring(key, at));
        }
    }

    private void ring(K key, long at) {
        synchronized (due) {
            if (!due.remove(key, at)) {
                return;
            }
        }
        signal.accept(key);
    }
}
