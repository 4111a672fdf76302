package dev.hyperterse.runtime.search;

import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/** The best tools seen so far, as many as are looked at closely; what a caller may not see never takes a place. */
final class Candidates {
    private final int most;
    private final Predicate<String> visible;
    /** The worst first. */
    private final PriorityQueue<Candidate> best;

    Candidates(int most, Predicate<String> visible) {
        this.most = most;
        this.visible = visible;
        this.best = new PriorityQueue<>(most + 1, Candidate.BEST_FIRST.reversed());
    }

    void offer(PlacedSegment placed, int document, double score) {
        if (best.size() == most && score < best.peek().score()) {
            return;
        }
        var candidate = new Candidate(placed, document, score);
        if (!visible.test(candidate.name())) {
            return;
        }
        best.add(candidate);
        if (best.size() > most) {
            best.poll();
        }
    }

    List<Candidate> bestFirst() {
        return best.stream().sorted(Candidate.BEST_FIRST).toList();
    }
}
