package dev.hyperterse.cli.snapshot;

import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ObjectKey;
import dev.hyperterse.compiler.resolve.Documents;
import dev.hyperterse.compiler.resolve.Entries;
import java.util.Optional;
import java.util.function.Predicate;

/** Some of the documents. */
record FilteredDocuments(Documents all, Predicate<ObjectKey> kept) implements Documents {
    @Override
    public Optional<Entries> configMap(String namespace, String name) {
        return has(ManifestKind.CONFIG_MAP, namespace, name) ? all.configMap(namespace, name) : Optional.empty();
    }

    @Override
    public Optional<Entries> secret(String namespace, String name) {
        return has(ManifestKind.SECRET, namespace, name) ? all.secret(namespace, name) : Optional.empty();
    }

    @Override
    public Optional<Entries> wholeSecret(String namespace, String name) {
        return has(ManifestKind.SECRET, namespace, name) ? all.wholeSecret(namespace, name) : Optional.empty();
    }

    private boolean has(ManifestKind kind, String namespace, String name) {
        return kept.test(new ObjectKey(kind, namespace, name));
    }
}
