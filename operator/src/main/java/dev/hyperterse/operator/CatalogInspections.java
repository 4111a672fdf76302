package dev.hyperterse.operator;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.queue.CoalescingQueue;
import dev.hyperterse.operator.queue.Depth;
import dev.hyperterse.operator.queue.Pace;
import dev.hyperterse.operator.queue.Timer;
import dev.hyperterse.operator.read.ClusterEvent.CatalogTouched;
import java.time.Duration;
import java.util.function.Consumer;

/** Looks at the catalog of a server after an event about one of its objects. The watch shows own writes too. */
final class CatalogInspections {
    /**
     * A list after a lost watch shows a deletion a moment before the watch has the version up to which it has read, and no
     * event follows. So a deletion is looked at again.
     */
    static final Duration AFTER_A_DELETION = Duration.ofSeconds(1);

    private final CoalescingQueue<ServerKey> queue;

    CatalogInspections(Timer timer, Consumer<ServerKey> inspect) {
        this.queue = new CoalescingQueue<>("inspections", Pace.STANDARD, timer, inspect);
    }

    void touched(CatalogTouched event) {
        queue.offer(event.server());
        if (event.deleted()) {
            queue.offerAfter(event.server(), AFTER_A_DELETION);
        }
    }

    Depth queue() {
        return queue;
    }
}
