package dev.hyperterse.operator.publish;

import dev.hyperterse.compiler.problem.Problem;

/** A name that a catalog needs is taken by an object of another owner, which is left alone. */
public final class ForeignObjectException extends PublicationException {
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    public ForeignObjectException(Problem problem) {
        super(problem.describe());
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
