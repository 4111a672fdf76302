package dev.hyperterse.runtime.connector.postgres;

/**
 * Whether a call has waited long enough behind others that do not move. Time in which the whole process stood still, for
 * the garbage collector or because it was stopped, says nothing of the others: a wait that took much longer than it should
 * counts little. Used by one thread.
 */
final class StallWatch {
    private static final int ENOUGH = 3;

    private int still;

    /**
     * The call has waited once more.
     *
     * @param began when this wait began, {@code now} when it was over
     * @param movedAt when the line moved last
     * @return whether the call should not wait any longer
     */
    boolean stalled(long began, long now, long movedAt) {
        if (movedAt - began > 0) {
            still = 0;
        } else if (now - began >= 2 * LinePace.STALLED) {
            still++;
        } else if (now - began >= LinePace.STALLED) {
            still += ENOUGH;
        }
        return still >= ENOUGH;
    }
}
