package dev.hyperterse.compiler;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.List;
import java.util.Optional;

/** The result of evaluating one leaf for one server. */
public sealed interface EvaluationResult {
    /** Served as written. */
    record Serve(Leaf leaf) implements EvaluationResult {}

    /** Faulty as written; the version that is published goes on being served. */
    record KeepLastGood(Leaf leaf, List<Problem> problems) implements EvaluationResult {}

    /** Not served. */
    record Refuse(Reason reason, List<Problem> problems) implements EvaluationResult {
        @Override
        public boolean suspended() {
            return problems.isEmpty();
        }

        static Refuse because(Problem problem) {
            return new Refuse(problem.reason(), List.of(problem));
        }
    }

    /** Because the server does not exist, or does not admit the leaf: which of them, its author does not learn. */
    static Refuse noServer(String namespace, String name) {
        return Refuse.because(Reason.ServerNotFound.problem(
                "spec.serverRefs",
                "server-exists",
                "HyperterseServer %s/%s not found, or it does not admit this namespace".formatted(namespace, name),
                "create it, fix the reference, or ask its owner to admit the namespace in spec.attachments"));
    }

    /** Not served because its author has suspended it; this is no problem. */
    default boolean suspended() {
        return false;
    }

    /** The version of the leaf that a replica is to serve. */
    default Optional<Leaf> served() {
        return switch (this) {
            case Serve(var leaf) -> Optional.of(leaf);
            case KeepLastGood kept -> Optional.of(kept.leaf());
            case Refuse _ -> Optional.empty();
        };
    }

    default List<Problem> problems() {
        return switch (this) {
            case Serve _ -> List.of();
            case KeepLastGood kept -> kept.problems();
            case Refuse refused -> refused.problems();
        };
    }

    /** Why it is not served as written, for its author: what is wrong with it, not that there is no older version. */
    default Optional<Reason> fault() {
        return switch (this) {
            case Serve _ -> Optional.empty();
            case Refuse(var reason, var _)
            when reason != Reason.NoLastGoodVersion && reason != Reason.LastGoodLessStrict -> Optional.of(reason);
            case KeepLastGood _, Refuse _ -> Optional.of(problems().getFirst().reason());
        };
    }

    /** Whether every problem may pass without an edit of the leaf. */
    default boolean isTransient() {
        return !problems().isEmpty()
                && problems().stream().allMatch(problem -> problem.reason().isTransient());
    }
}
