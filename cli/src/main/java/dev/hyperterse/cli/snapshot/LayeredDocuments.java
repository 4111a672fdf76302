package dev.hyperterse.cli.snapshot;

import dev.hyperterse.compiler.resolve.Documents;
import dev.hyperterse.compiler.resolve.Entries;
import java.util.Optional;

/** The documents of one layer, and below them those of another. */
record LayeredDocuments(Documents above, Documents below) implements Documents {
    @Override
    public Optional<Entries> configMap(String namespace, String name) {
        return above.configMap(namespace, name).or(() -> below.configMap(namespace, name));
    }

    @Override
    public Optional<Entries> secret(String namespace, String name) {
        return above.secret(namespace, name).or(() -> below.secret(namespace, name));
    }

    @Override
    public Optional<Entries> wholeSecret(String namespace, String name) {
        return above.wholeSecret(namespace, name).or(() -> below.wholeSecret(namespace, name));
    }
}
