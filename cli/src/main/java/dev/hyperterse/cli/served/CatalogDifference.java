package dev.hyperterse.cli.served;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.cli.print.Counted;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The changes of a reload, leaf by leaf, by the names that their author uses. */
public record CatalogDifference(Map<String, Sign> leaves, boolean settings) {
    private static final int MOST_NAMED = 8;

    /** The kind of change of a leaf. */
    public enum Sign {
        ADDED("+"),
        CHANGED("~"),
        REMOVED("-");

        private final String symbol;

        Sign(String symbol) {
            this.symbol = symbol;
        }
    }

    public static CatalogDifference between(Catalog before, Catalog after) {
        if (before == after) {
            return new CatalogDifference(Map.of(), false);
        }
        var signs = new TreeMap<String, Sign>();
        var known = byKey(before.leaves());
        byKey(after.leaves()).forEach((key, leaf) -> {
            var old = known.remove(key);
            if (old == null) {
                signs.put(key, Sign.ADDED);
            } else if (!old.equals(leaf)) {
                signs.put(key, Sign.CHANGED);
            }
        });
        known.keySet().forEach(gone -> signs.put(gone, Sign.REMOVED));
        var settings =
                !before.server().equals(after.server()) || !before.values().equals(after.values());
        return new CatalogDifference(signs, settings);
    }

    public boolean isEmpty() {
        return leaves.isEmpty() && !settings;
    }

    /** {@code + tool find-customer, ~ prompt answer}, and how many more. */
    public String describe() {
        var named = leaves.entrySet().stream()
                .map(entry -> entry.getValue().symbol + " " + entry.getKey())
                .toList();
        var server = settings ? (leaves.isEmpty() ? "" : ", ") + "~ server settings" : "";
        return Counted.first(MOST_NAMED, named) + server;
    }

    private static Map<String, Leaf> byKey(List<Leaf> leaves) {
        var keyed = new HashMap<String, Leaf>();
        leaves.forEach(leaf -> keyed.put(display(leaf.identity()), leaf));
        return keyed;
    }

    private static String display(LeafIdentity leaf) {
        var kind = leaf.kind().name().toLowerCase(Locale.ROOT);
        var object = kind + " " + (leaf.namespace().equals("default") ? "" : leaf.namespace() + "/") + leaf.name();
        return leaf.item().map(it -> object + " item " + it).orElse(object);
    }
}
