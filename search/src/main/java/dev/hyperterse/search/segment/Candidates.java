package dev.hyperterse.search.segment;

import java.util.List;
import java.util.PriorityQueue;

/** The best tools so far, as many as are reranked. */
public final class Candidates {
    private final int most;
    /** The worst first. */
    private final PriorityQueue<ScoredTool> best;

    public Candidates(int most) {
        this.most = most;
        this.best = new PriorityQueue<>(most + 1, ScoredTool.BEST_FIRST.reversed());
    }

    /** Whether a tool with that score may be a candidate; most are not. */
    public boolean take(double score) {
        return best.size() < most || score >= best.peek().score();
    }

    public void add(PlacedSegment placed, int document, double score) {
        best.add(new ScoredTool(placed, document, score));
        if (best.size() > most) {
            best.poll();
        }
    }

    public List<ScoredTool> bestFirst() {
        return best.stream().sorted(ScoredTool.BEST_FIRST).toList();
    }
}
