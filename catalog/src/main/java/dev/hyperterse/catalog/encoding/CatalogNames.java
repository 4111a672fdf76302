package dev.hyperterse.catalog.encoding;

import java.util.List;
import java.util.stream.IntStream;

/** The names of the objects that hold one server's catalog, in the server's namespace. */
public record CatalogNames(String server) {
    /** The entry of the index object that the index is in. */
    public static final String INDEX_ENTRY = "index.json";

    /** A ConfigMap. */
    public String index() {
        return server + "-catalog";
    }

    /** A ConfigMap. */
    public String slot(Slot slot) {
        return index() + "-" + slot.suffix();
    }

    /** The names of all slots, in use or not: a role is written before the first leaf. */
    public List<String> slots() {
        return IntStream.range(0, Slot.COUNT)
                .mapToObj(number -> slot(new Slot(number)))
                .toList();
    }

    /** A Secret. */
    public String values() {
        return server + "-values";
    }

    /** A Secret. */
    public String sessionKeys() {
        return server + "-session-keys";
    }
}
