package dev.hyperterse.cli.snapshot;

import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ObjectKey;
import dev.hyperterse.compiler.resolve.Documents;
import dev.hyperterse.compiler.resolve.Entries;
import java.util.Optional;
import java.util.function.Function;

/** Documents of several readings. @param source the reading that decides about an object */
record SelectedDocuments(Function<ObjectKey, Documents> source) implements Documents {
    @Override
    public Optional<Entries> configMap(String namespace, String name) {
        return of(ManifestKind.CONFIG_MAP, namespace, name).configMap(namespace, name);
    }

    @Override
    public Optional<Entries> secret(String namespace, String name) {
        return of(ManifestKind.SECRET, namespace, name).secret(namespace, name);
    }

    @Override
    public Optional<Entries> wholeSecret(String namespace, String name) {
        return of(ManifestKind.SECRET, namespace, name).wholeSecret(namespace, name);
    }

    private Documents of(ManifestKind kind, String namespace, String name) {
        return source.apply(new ObjectKey(kind, namespace, name));
    }
}
