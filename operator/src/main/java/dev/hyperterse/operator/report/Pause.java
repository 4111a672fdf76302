package dev.hyperterse.operator.report;

import java.time.Duration;

/** Waits; a test need not. */
interface Pause {
    void of(Duration time) throws InterruptedException;
}
