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

/** @param leaves the signs of what a reload added, changed or removed, by the names that their author uses */
public record CatalogDifference(Map<String, String> leaves, boolean settings) {
    private static final int MOST_NAMED = 8;

    public static CatalogDifference between(Catalog before, Catalog after) {
        if (before == after) {
            return new CatalogDifference(Map.of(), false);
        }
        var signs = new TreeMap<String, String>();
        var known = byKey(before.leaves());
        byKey(after.leaves()).forEach((key, leaf) -> {
            var old = known.remove(key);
            if (old == null) {
                signs.put(key, "+");
            } else if (!old.equals(leaf)) {
                signs.put(key, "~");
            }
        });
        known.keySet().forEach(gone -> signs.put(gone, "-"));
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
                .map(entry -> entry.getValue() + " " + entry.getKey())
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
