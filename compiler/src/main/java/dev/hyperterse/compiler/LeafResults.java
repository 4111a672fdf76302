package dev.hyperterse.compiler;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.encoding.SlotPacking;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.CompilerFaults;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.resolve.Published;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The results of one compile and the places of what is sound. What did not change since the last compile is not compiled
 * again. Only of what is served more than an {@link Outline} is kept.
 */
final class LeafResults {
    /**
     * The weight of new definitions that are held in full before it is known which of them are served. Those beyond it are
     * compiled again once they are.
     */
    private static final int MOST_UNDECIDED = SlotPacking.LARGEST_UNPACKED_CATALOG / 4;

    private final Memo last;
    private final Placement placement;
    private final Published published;
    private final CompilerFaults faults;
    private final Map<String, Memo.Remembered> remembered;
    private final Map<String, Supplier<Checked<Leaf>>> compilers = new HashMap<>();
    private long undecided;

    LeafResults(Memo last, Placement placement, Published published, CompilerFaults faults) {
        this.last = last;
        this.placement = placement;
        this.published = published;
        this.faults = faults;
        this.remembered = HashMap.newHashMap(last.size() + 1);
    }

    /** The results to remember, by uid. */
    Map<String, Memo.Remembered> remembered() {
        return remembered;
    }

    /** The result of a leaf: that of the last compile, where nothing changed that decides it. */
    Checked<Leaf> of(LeafIdentity identity, Object spec, Links links, Supplier<Checked<Leaf>> compile) {
        Supplier<Checked<Leaf>> compiler = () -> guarded(identity, links, compile);
        var before = last.leaves().get(identity.uid());
        var now = before != null && before.answers(spec, identity.generation(), links) && !isPublished(before)
                ? before.of(spec)
                : Memo.Remembered.of(spec, identity.generation(), links, compiler.get());
        compilers.put(identity.uid(), compiler);
        remembered.put(identity.uid(), now);
        return now.result();
    }

    /** Whether there is an outline of what another leader has published: only the leaf itself is equal to that. */
    private boolean isPublished(Memo.Remembered before) {
        return before.outline()
                .filter(outline -> published
                        .leaf(outline.leaf().identity().uid())
                        .filter(leaf -> placement
                                .encoded(leaf)
                                .digest()
                                .equals(outline.encoded().digest()))
                        .isPresent())
                .isPresent();
    }

    /** A sound leaf with its place, or why the catalog has none for it. */
    Checked<Leaf> placed(Leaf leaf) {
        var uid = leaf.identity().uid();
        var result = remembered.get(uid);
        if (result.outline().isPresent()) {
            placement.put(result.outline().get());
            return Checked.sound(leaf);
        }
        return switch (placement.place(leaf)) {
            case Checked.Faulty<Memo.Placed>(var problems) -> refused(uid, result, problems);
            case Checked.Sound<Memo.Placed>(var place)
            when place.tooLarge() -> refused(uid, result, List.of(Placement.tooLarge()));
            case Checked.Sound<Memo.Placed>(var place) ->
                Checked.sound(isUndecided(place) ? outlined(result, leaf) : leaf);
        };
    }

    private Checked<Leaf> refused(String uid, Memo.Remembered result, List<Problem> problems) {
        var refused = result.with(Checked.faulty(problems));
        remembered.put(uid, refused);
        placement.remove(uid);
        return refused.result();
    }

    private boolean isUndecided(Memo.Placed place) {
        var leaf = place.leaf();
        if (published.leaf(leaf.identity().uid()).filter(leaf::equals).isPresent()) {
            return false;
        }
        undecided += place.encoded().weight();
        return undecided > MOST_UNDECIDED;
    }

    private Leaf outlined(Memo.Remembered result, Leaf leaf) {
        var outline = placement.outlined(leaf);
        remembered.put(leaf.identity().uid(), result.with(outline));
        return outline.leaf();
    }

    /** The candidates with all of what is served; of the others only outlines are remembered. */
    List<Candidate> settled(List<Candidate> admitted) {
        return admitted.stream().map(this::settled).toList();
    }

    private Candidate settled(Candidate candidate) {
        var result = remembered.get(candidate.identity().uid());
        if (result == null || !(result.result() instanceof Checked.Sound<Leaf>(var leaf))) {
            return candidate;
        }
        var served = candidate.result() instanceof EvaluationResult.Serve(var serving) && serving == leaf;
        if (served) {
            return result.outline().isPresent()
                    ? candidate.with(whole(result, result.outline().get()))
                    : candidate;
        }
        if (result.outline().isEmpty()) {
            outlined(result, leaf);
        }
        return candidate;
    }

    private EvaluationResult whole(Memo.Remembered result, Memo.Placed outline) {
        var uid = outline.leaf().identity().uid();
        var compiled = compilers.get(uid).get();
        remembered.put(uid, Memo.Remembered.of(result.spec(), result.generation(), result.links(), compiled));
        return switch (compiled) {
            case Checked.Sound<Leaf>(var leaf) -> {
                placement.put(outline.of(leaf));
                yield new EvaluationResult.Serve(leaf);
            }
            case Checked.Faulty<Leaf>(var problems) ->
                new EvaluationResult.Refuse(problems.getFirst().reason(), problems);
        };
    }

    /** A leaf that breaks this compiler is the compiler's fault, and must not cost more than that leaf. */
    private Checked<Leaf> guarded(LeafIdentity identity, Links links, Supplier<Checked<Leaf>> compile) {
        try {
            return compile.get();
        } catch (RuntimeException | StackOverflowError fault) {
            // The rules of access are known all the same; where they are not, the leaf fails closed.
            var problems = new ArrayList<>(links.access().problems());
            problems.add(faults.problem(identity, "spec", fault, "object"));
            return Checked.faulty(problems);
        }
    }
}
