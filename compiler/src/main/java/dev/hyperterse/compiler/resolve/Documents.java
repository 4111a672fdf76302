package dev.hyperterse.compiler.resolve;

import java.util.Optional;

/** The ConfigMaps and Secrets of a snapshot. A lookup reads memory; the IO is done when the snapshot is filled. */
public interface Documents {
    Optional<Entries> configMap(String namespace, String name);

    Optional<Entries> secret(String namespace, String name);

    /** All entries of a Secret, and nothing that only completes it. */
    default Optional<Entries> wholeSecret(String namespace, String name) {
        return secret(namespace, name);
    }

    /** Whether it is missing because the operator may not read such objects of the namespace. */
    default boolean forbids(ObjectName name) {
        return false;
    }

    /**
     * Whether it exists and is missing here because the operator has no room for it.
     *
     * @param readableOnly false for what tools, prompts and resources may not refer to
     */
    default boolean hasNoRoomFor(ObjectName name, boolean readableOnly) {
        return false;
    }

    /** A snapshot without any. */
    static Documents none() {
        return new Documents() {
            @Override
            public Optional<Entries> configMap(String namespace, String name) {
                return Optional.empty();
            }

            @Override
            public Optional<Entries> secret(String namespace, String name) {
                return Optional.empty();
            }
        };
    }
}
