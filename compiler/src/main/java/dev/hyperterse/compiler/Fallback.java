package dev.hyperterse.compiler;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.compiler.leaf.LeafLinker;
import dev.hyperterse.compiler.leaf.lastgood.LastGood;
import dev.hyperterse.compiler.leaf.protection.Protections;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Published;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Decides whether the published version of a leaf is served in place of a faulty one. */
record Fallback(Published published, LastGood lastGood, LeafLinker linker, Placement placement) {
    /** Reasons that lie with the server and not with what the leaf holds. */
    private static final Set<Reason> BY_OTHERS = EnumSet.of(
            Reason.AdapterFaulty,
            Reason.AdapterNotFound,
            Reason.NotAllowedAdapter,
            Reason.NotAllowedEnv,
            Reason.NotAllowedScript,
            Reason.ScriptNotCompiled);

    /**
     * @param asked what protects the leaf as it is written now
     * @param problems of the leaf as it is written now
     */
    EvaluationResult of(LeafIdentity identity, Protections asked, List<Problem> problems) {
        var strict = problems.stream().filter(Problem::failsClosed).findFirst();
        if (strict.isPresent()) {
            return new EvaluationResult.Refuse(strict.get().reason(), problems);
        }
        var older = published.leaf(identity.uid());
        if (older.isEmpty()) {
            return new EvaluationResult.Refuse(neverServed(problems), problems);
        }
        var kept = lastGood.obstacle(older.get(), linker)
                .<Checked<Leaf>>map(Checked::faulty)
                .orElseGet(() -> asked.over(older.get()))
                .then(leaf -> placement.place(leaf).map(Memo.Placed::leaf));
        return switch (kept) {
            case Checked.Sound<Leaf>(var leaf) -> new EvaluationResult.KeepLastGood(leaf, problems);
            case Checked.Faulty<Leaf>(var obstacles) ->
                new EvaluationResult.Refuse(obstacles.getFirst().reason(), with(problems, obstacles.getFirst()));
        };
    }

    /** The problem for which the leaf is refused where no older version could be served in its place. */
    private static Reason neverServed(List<Problem> problems) {
        return problems.stream()
                .map(Problem::reason)
                .filter(BY_OTHERS::contains)
                .findFirst()
                .orElse(Reason.NoLastGoodVersion);
    }

    private static List<Problem> with(List<Problem> problems, Problem other) {
        if (problems.contains(other)) {
            return problems;
        }
        var all = new ArrayList<>(problems);
        all.add(other);
        return all;
    }
}
