package dev.hyperterse.cli.kustomize;

import dev.hyperterse.cli.document.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * An object on its way through the layers.
 *
 * @param id what it is called now
 * @param former its earlier identities, the first one as it was written
 * @param prefixes of its name, in the order in which they were put before it
 * @param suffixes likewise
 * @param hashed whether its name will end with the hash of its content
 */
record Built(
        Tree tree,
        ResourceId id,
        List<ResourceId> former,
        List<String> prefixes,
        List<String> suffixes,
        boolean hashed) {
    Built {
        former = List.copyOf(former);
        prefixes = List.copyOf(prefixes);
        suffixes = List.copyOf(suffixes);
    }

    Built(Tree tree, List<ResourceId> former, List<String> prefixes, List<String> suffixes, boolean hashed) {
        // Once: each object is compared with all others.
        this(tree, ResourceId.of(tree), former, prefixes, suffixes, hashed);
    }

    static Built of(Tree tree) {
        return new Built(tree, List.of(), List.of(), List.of(), false);
    }

    ResourceId original() {
        return former.isEmpty() ? id() : former.getFirst();
    }

    Stream<ResourceId> everyId() {
        return Stream.concat(former.stream(), Stream.of(id()));
    }

    Built with(Tree changed) {
        return new Built(changed, former, prefixes, suffixes, hashed);
    }

    Built hashed(boolean isHashed) {
        return new Built(tree, former, prefixes, suffixes, isHashed);
    }

    /** The same, with what it is called now among its former identities. */
    Built remembered() {
        return new Built(tree, and(former, id()), prefixes, suffixes, hashed);
    }

    Built named(String name) {
        return with(tree.with(List.of("metadata", "name"), text(name, "name")));
    }

    Built prefixed(String prefix) {
        return new Built(tree, and(former, id()), and(prefixes, prefix), suffixes, hashed).named(prefix + id().name());
    }

    Built suffixed(String suffix) {
        return new Built(tree, and(former, id()), prefixes, and(suffixes, suffix), hashed).named(id().name() + suffix);
    }

    Built in(String namespace) {
        return with(tree.with(List.of("metadata", "namespace"), text(namespace, "namespace")));
    }

    /** The text of a field of the metadata, at the place where the field is, or the object. */
    private Tree text(String text, String field) {
        return Tree.of(text, tree.at("metadata", field).map(Tree::place).orElseGet(tree::place));
    }

    /** Whether the names grew alike, as far as both did. */
    boolean isNamedLike(Built other, boolean orNotAtAll) {
        return isAlike(prefixes, other.prefixes, orNotAtAll) && isAlike(suffixes, other.suffixes, orNotAtAll);
    }

    private static boolean isAlike(List<String> one, List<String> other, boolean orEmpty) {
        if (one.isEmpty() || other.isEmpty()) {
            return orEmpty || one.isEmpty() && other.isEmpty();
        }
        var common = Math.min(one.size(), other.size());
        return one.subList(one.size() - common, one.size()).equals(other.subList(other.size() - common, other.size()));
    }

    private static <T> List<T> and(List<T> list, T one) {
        var longer = new ArrayList<>(list);
        longer.add(one);
        return longer;
    }
}
