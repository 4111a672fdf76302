package dev.hyperterse.compiler.items;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.CompilerFaults;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.LeafSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The items of the objects of one compile. A document is read again only when it or its object changes. The items of one
 * namespace have a room together, as short documents and many objects can be very long schemas, or very many items.
 */
public final class Expansions {
    /** Of all items of a namespace, about in bytes. */
    static final long ROOM = 16 << 20;

    private final Map<String, Expansion> last;
    private final CompilerFaults faults;
    private final Map<String, Expansion> now = new HashMap<>();
    private final Map<String, Long> taken = new HashMap<>();

    /** @param last by uid, as the last compile left them */
    public Expansions(Map<String, Expansion> last, CompilerFaults faults) {
        this.last = last;
        this.faults = faults;
    }

    /**
     * An object and its document, and the items that they are.
     *
     * @param items without those for which there was no room
     * @param length that they have together, whether or not they are there
     */
    public record Expansion(LeafSpec spec, Checked<String> text, Optional<Checked<List<Item>>> items, long length) {
        static Expansion of(LeafSpec spec, Checked<String> text, Checked<List<Item>> items) {
            var length = items.valid().stream()
                    .flatMap(List::stream)
                    .mapToLong(Item::length)
                    .sum();
            return new Expansion(spec, text, Optional.of(items), length);
        }

        private Expansion withoutItems() {
            return new Expansion(spec, text, Optional.empty(), length);
        }

        private boolean answers(LeafSpec otherSpec, Checked<String> otherText) {
            return (spec == otherSpec || spec.equals(otherSpec)) && text.equals(otherText);
        }
    }

    /** To be called for the objects of a namespace in the order in which they have room. */
    public Checked<List<Item>> of(LeafIdentity object, LeafSpec spec, ItemSource source, Checked<String> text) {
        var before = last.get(object.uid());
        var expansion = before != null && before.answers(spec, text) ? before : read(object, spec, source, text);
        var together = taken.getOrDefault(object.namespace(), 0L) + expansion.length();
        if (together > ROOM) {
            now.put(object.uid(), expansion.withoutItems());
            return Checked.faulty(withoutRoom(source));
        }
        taken.put(object.namespace(), together);
        var whole = expansion.items().isPresent() ? expansion : read(object, spec, source, text);
        now.put(object.uid(), whole);
        return whole.items().orElseThrow();
    }

    private static Problem withoutRoom(ItemSource source) {
        return Reason.DefinitionTooLarge.problem(
                source.path(),
                "items-room",
                "its definitions and those of older objects of the namespace with documents take more than %d MiB"
                        .formatted(ROOM >> 20),
                "select fewer of them, or shorten the documents");
    }

    /**
     * The items that are not left out, of which only the published version is known, because the object or its document is
     * faulty.
     */
    public static List<Item> missing(ItemSource source, List<Leaf> published, List<Problem> problems) {
        return published.stream()
                .filter(it -> !leavesOut(source, it))
                .flatMap(it -> it.identity().item().stream())
                .map(name -> Item.missing(name, source.path(), source.shared(name), problems))
                .toList();
    }

    /** Whether an object leaves out an item that clients have. Of another section it can only suspend one. */
    public static boolean leavesOut(ItemSource source, Leaf published) {
        var item = published.identity().item().orElseThrow();
        return published
                .asked()
                .filter(action -> source.brings(action) ? !source.wants(item, action) : source.suspends(item))
                .isPresent();
    }

    /** By uid, for the next compile. */
    public Map<String, Expansion> expanded() {
        return now;
    }

    private Expansion read(LeafIdentity object, LeafSpec spec, ItemSource source, Checked<String> text) {
        return Expansion.of(spec, text, text.then(it -> guarded(object, source, it)));
    }

    /** A document that breaks this compiler must not cost more than its object. */
    private Checked<List<Item>> guarded(LeafIdentity object, ItemSource source, String text) {
        try {
            return source.items(text);
        } catch (RuntimeException | StackOverflowError fault) {
            return Checked.faulty(faults.problem(object, source.path(), fault, "document"));
        }
    }
}
