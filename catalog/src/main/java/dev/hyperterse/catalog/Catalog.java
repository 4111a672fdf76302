package dev.hyperterse.catalog;

import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.Comparator;
import java.util.List;

/** The compiled, self-contained form of one server and its accepted leaves; leaves are in the order of their identity. */
public record Catalog(Revision revision, ServerSettings server, List<Leaf> leaves, ValueSet values) {
    public Catalog {
        leaves = leaves.stream().sorted(Comparator.comparing(Leaf::identity)).toList();
    }
}
