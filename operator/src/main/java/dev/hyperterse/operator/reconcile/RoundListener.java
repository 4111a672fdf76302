package dev.hyperterse.operator.reconcile;

import dev.hyperterse.operator.metrics.OperatorMetrics.RoundEnd;
import dev.hyperterse.operator.report.Evaluation;
import dev.hyperterse.operator.resolve.ServerKey;

/** Hears what comes of rounds; notes it and returns. */
public interface RoundListener {
    void judged(Evaluation judgment);

    void gone(ServerKey server);

    /** What was committed is this leadership's to change from now on. */
    void tookOver(ServerKey server);

    /** @param nanos from the first write to the commit */
    void published(ServerKey server, long nanos);

    void ended(RoundEnd end, long nanos);
}
