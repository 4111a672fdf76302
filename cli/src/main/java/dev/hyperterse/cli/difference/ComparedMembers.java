package dev.hyperterse.cli.difference;

import dev.hyperterse.catalog.encoding.CatalogCodec;
import java.util.LinkedHashSet;
import java.util.stream.Stream;

/**
 * The members in which two values of one type differ, as the catalog writes them: a member that is added to the catalog
 * is compared without being named here.
 */
final class ComparedMembers {
    private static final CatalogCodec CODEC = new CatalogCodec();

    private ComparedMembers() {}

    static Stream<String> different(Object before, Object after) {
        var old = CODEC.tree(before);
        var now = CODEC.tree(after);
        var names = new LinkedHashSet<>(old.propertyNames());
        names.addAll(now.propertyNames());
        return names.stream().filter(name -> !old.path(name).equals(now.path(name)));
    }
}
