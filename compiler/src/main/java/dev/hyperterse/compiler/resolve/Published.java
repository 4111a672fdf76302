package dev.hyperterse.compiler.resolve;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The committed catalog of a server: the source of last good versions, and of the holders of public names. */
public final class Published {
    private static final Published NOTHING = new Published(Optional.empty(), List.of(), ValueSet.empty());

    private final Optional<ServerSettings> settings;
    private final ValueSet values;
    private final Map<String, Leaf> byUid;

    /** By the uid of their objects: each compile asks for those of every faulty one. */
    private final Map<String, List<Leaf>> items = new HashMap<>();

    private Published(Optional<ServerSettings> settings, List<Leaf> leaves, ValueSet values) {
        this.settings = settings;
        this.values = values;
        this.byUid = HashMap.newHashMap(leaves.size());
        for (var leaf : leaves) {
            byUid.put(leaf.identity().uid(), leaf);
            if (leaf.identity().item().isPresent()) {
                items.computeIfAbsent(leaf.identity().objectUid(), _ -> new ArrayList<>())
                        .add(leaf);
            }
        }
    }

    public static Published nothing() {
        return NOTHING;
    }

    public static Published of(Catalog catalog) {
        return of(catalog.server(), catalog.leaves(), catalog.values());
    }

    public static Published of(ServerSettings settings, List<Leaf> leaves, ValueSet values) {
        return new Published(Optional.of(settings), leaves, values);
    }

    public Optional<ServerSettings> settings() {
        return settings;
    }

    public ValueSet values() {
        return values;
    }

    public Collection<Leaf> leaves() {
        return Collections.unmodifiableCollection(byUid.values());
    }

    /** The version of a leaf that is published. */
    public Optional<Leaf> leaf(String uid) {
        return Optional.ofNullable(byUid.get(uid));
    }

    /** The items of an object that are published, in the order of their names. */
    public List<Leaf> items(String objectUid) {
        return items.getOrDefault(objectUid, List.of()).stream()
                .sorted(Comparator.comparing(it -> it.identity().item().orElseThrow()))
                .toList();
    }

    /** A name clients use, in the space in which it has to be unique. */
    public record PublicName(Space space, String name) {
        public static PublicName of(Leaf leaf) {
            var space =
                    switch (leaf) {
                        case ToolLeaf _ -> Space.TOOL;
                        case PromptLeaf _ -> Space.PROMPT;
                        case ResourceLeaf resource ->
                            switch (resource.address()) {
                                case ResourceLeaf.Address.Fixed _ -> Space.RESOURCE;
                                case ResourceLeaf.Address.Templated _ -> Space.RESOURCE_TEMPLATE;
                            };
                    };
            return new PublicName(space, leaf.publicName());
        }

        // Written out, as each compile hashes thousands: what a record brings costs several times as much.
        @Override
        public int hashCode() {
            return name.hashCode() * 31 + space.ordinal();
        }

        @Override
        public boolean equals(Object other) {
            return this == other || other instanceof PublicName that && space == that.space && name.equals(that.name);
        }
    }

    /** Where names collide. */
    public enum Space {
        TOOL,
        PROMPT,
        RESOURCE,
        RESOURCE_TEMPLATE
    }
}
