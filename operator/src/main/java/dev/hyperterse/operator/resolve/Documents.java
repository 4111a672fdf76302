package dev.hyperterse.operator.resolve;

import java.util.Optional;

/** The ConfigMaps and Secrets of a snapshot. A lookup reads memory; whoever fills the snapshot did the IO. */
public interface Documents {
    Optional<Entries> configMap(String namespace, String name);

    Optional<Entries> secret(String namespace, String name);

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
