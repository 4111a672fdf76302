package dev.hyperterse.compiler.items;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The items of the objects of one compile. A document is read again only when it or its object changes. */
public final class Expansions {
    private final Map<String, Expansion> last;
    private final Map<String, Expansion> now = new HashMap<>();

    /** @param last by uid, as the last compile left them */
    public Expansions(Map<String, Expansion> last) {
        this.last = last;
    }

    /** An object and its document, and the items that they are. */
    public record Expansion(ToolSpec spec, Checked<String> text, Checked<List<Item>> items) {
        private boolean answers(ToolSpec otherSpec, Checked<String> otherText) {
            return (spec == otherSpec || spec.equals(otherSpec)) && text.equals(otherText);
        }
    }

    public Checked<List<Item>> of(LeafIdentity object, ToolSpec spec, ItemSource source, Checked<String> text) {
        var before = last.get(object.uid());
        var expansion = before != null && before.answers(spec, text)
                ? before
                : new Expansion(spec, text, text.then(it -> guarded(source, it)));
        now.put(object.uid(), expansion);
        return expansion.items();
    }

    /** The wanted items of which only the published version is known, because the object or its document is faulty. */
    public static List<Item> missing(ItemSource source, List<Leaf> published, List<Problem> problems) {
        return published.stream()
                .filter(it -> wants(source, it))
                .flatMap(it -> it.identity().item().stream())
                .map(name -> Item.missing(name, source.path(), source.shared(name), problems))
                .toList();
    }

    /** Whether an object still wants an item that clients have. */
    public static boolean wants(ItemSource source, Leaf published) {
        return published instanceof ToolLeaf tool
                && tool.identity()
                        .item()
                        .filter(it -> source.wants(it, tool.action()))
                        .isPresent();
    }

    /** By uid, for the next compile. */
    public Map<String, Expansion> expanded() {
        return now;
    }

    /** A document that breaks this compiler must not cost more than its object. */
    private static Checked<List<Item>> guarded(ItemSource source, String text) {
        try {
            return source.items(text);
        } catch (RuntimeException | StackOverflowError fault) {
            return Checked.faulty(Problem.ofCompiler(source.path(), fault, "document"));
        }
    }
}
