package dev.hyperterse.compiler;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.encoding.EncodedLeaf;
import dev.hyperterse.catalog.encoding.Slot;
import dev.hyperterse.compiler.access.CompiledRules;
import dev.hyperterse.compiler.items.Expansions.Expansion;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.rule.RuleCompilation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The results that a compile leaves for the next one, so that a change of one leaf compiles one leaf. Holds the leaves
 * of one compile and never more; with it or without it, the result is the same.
 */
public final class Memo {
    private static final Memo EMPTY = new Memo(Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of());

    private final Map<String, Remembered> leaves;
    private final Map<String, Expansion> expansions;
    private final Map<String, Placed> placed;
    private final Map<String, Set<String>> environments;
    private final Map<List<CatalogRoom.Wanted>, Set<LeafIdentity>> fullSlots;
    private final Map<CompiledRules.Text, RuleCompilation> rules;

    Memo(
            Map<String, Remembered> leaves,
            Map<String, Expansion> expansions,
            Map<String, Placed> placed,
            Map<String, Set<String>> environments,
            Map<List<CatalogRoom.Wanted>, Set<LeafIdentity>> fullSlots,
            Map<CompiledRules.Text, RuleCompilation> rules) {
        this.leaves = leaves;
        this.expansions = expansions;
        this.placed = placed;
        this.environments = environments;
        this.fullSlots = fullSlots;
        this.rules = rules;
    }

    /** Nothing was compiled before. */
    public static Memo empty() {
        return EMPTY;
    }

    /** How many leaves are remembered. */
    public int size() {
        return leaves.size();
    }

    Map<String, Remembered> leaves() {
        return leaves;
    }

    Map<String, Expansion> expansions() {
        return expansions;
    }

    Map<String, Placed> placed() {
        return placed;
    }

    Map<String, Set<String>> environments() {
        return environments;
    }

    /** The leaves without room in slots that had to be packed to find out. */
    Map<List<CatalogRoom.Wanted>, Set<LeafIdentity>> fullSlots() {
        return fullSlots;
    }

    Map<CompiledRules.Text, RuleCompilation> rules() {
        return rules;
    }

    /**
     * One leaf's result, and everything that decided it.
     *
     * @param outline the place of a sound result of which only the outline is left
     */
    record Remembered(Object spec, long generation, Links links, Checked<Leaf> result, Optional<Placed> outline) {
        static Remembered of(Object spec, long generation, Links links, Checked<Leaf> result) {
            return new Remembered(spec, generation, links, result, Optional.empty());
        }

        /** Whether a leaf would compile to the same again. */
        boolean answers(Object otherSpec, long otherGeneration, Links otherLinks) {
            // Generations count only where an API server hands them out; two readings of a file both say 0.
            return generation == otherGeneration
                    && (spec == otherSpec || spec.equals(otherSpec))
                    && links.equals(otherLinks);
        }

        /** The same of a spec that was read again, so that the next comparison is one of pointers. */
        Remembered of(Object readAgain) {
            return spec == readAgain ? this : new Remembered(readAgain, generation, links, result, outline);
        }

        Remembered with(Checked<Leaf> other) {
            return of(spec, generation, links, other);
        }

        Remembered with(Placed outlined) {
            return new Remembered(spec, generation, links, Checked.sound(outlined.leaf()), Optional.of(outlined));
        }
    }

    /** A leaf with its JSON and its slot. */
    record Placed(Leaf leaf, EncodedLeaf encoded, Slot slot, boolean tooLarge) {
        /** The place of the same leaf in another form. */
        Placed of(Leaf other) {
            return new Placed(other, encoded, slot, tooLarge);
        }
    }
}
