package dev.hyperterse.runtime.page;

import java.util.Optional;
import java.util.function.Function;

/** Pages that a developer's machine serves beside the endpoint. A replica in a cluster has {@link #NONE}. */
public interface LocalPages {
    LocalPages NONE = new None();

    record Page(String mediaType, byte[] bytes) {}

    boolean has(String path);

    /**
     * The page at a path that {@link #has} knows. May block until there is something new.
     *
     * @param query finds a parameter of the URL by its name
     */
    Page page(String path, Function<String, Optional<String>> query);

    /** Of a replica in a cluster. */
    record None() implements LocalPages {
        @Override
        public boolean has(String path) {
            return false;
        }

        @Override
        public Page page(String path, Function<String, Optional<String>> query) {
            throw new IllegalArgumentException("no page at " + path);
        }
    }
}
