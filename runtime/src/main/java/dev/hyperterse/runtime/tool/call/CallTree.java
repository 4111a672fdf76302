package dev.hyperterse.runtime.tool.call;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import java.util.concurrent.atomic.AtomicInteger;

/** The position of a call in the tree of calls that tools make for one call of a client; the tree is bounded. */
public final class CallTree {
    private static final int DEEPEST = 4;
    private static final int MOST = 100;

    private final int depth;
    private final int most;
    private final String tooMany;
    private final AtomicInteger made;

    private CallTree(int depth, int most, String tooMany, AtomicInteger made) {
        this.depth = depth;
        this.most = most;
        this.tooMany = tooMany;
        this.made = made;
    }

    /** The position of a client's call. */
    static CallTree root() {
        return new CallTree(0, MOST, "the tools of one call make at most %d calls of others", new AtomicInteger());
    }

    /** The same position, with at most as many calls in the tree as a program may make. */
    public CallTree ofProgram(int calls) {
        return new CallTree(
                depth,
                Math.min(most, calls),
                "a program makes at most %d calls and searches, by spec.code.calls",
                made);
    }

    /**
     * The position of a call that this one makes.
     *
     * @throws CallFailure when there are too many calls, or they are nested too deeply
     */
    public CallTree next() {
        if (depth == DEEPEST) {
            throw new CallFailure(
                    Stage.EXECUTION, "calls of tools by others are at most %d inside each other".formatted(DEEPEST));
        }
        if (made.incrementAndGet() > most) {
            throw new CallFailure(Stage.EXECUTION, tooMany.formatted(most));
        }
        return new CallTree(depth + 1, most, tooMany, made);
    }
}
