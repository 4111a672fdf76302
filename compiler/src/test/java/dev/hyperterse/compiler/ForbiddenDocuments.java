package dev.hyperterse.compiler;

import dev.hyperterse.compiler.resolve.Documents;
import dev.hyperterse.compiler.resolve.Entries;
import dev.hyperterse.compiler.resolve.ObjectName;
import java.util.Optional;

/**
 * A snapshot of an operator that may read no Secret.
 *
 * @param others have the ConfigMaps
 */
public record ForbiddenDocuments(Documents others) implements Documents {
    @Override
    public Optional<Entries> configMap(String namespace, String name) {
        return others.configMap(namespace, name);
    }

    @Override
    public Optional<Entries> secret(String namespace, String name) {
        return Optional.empty();
    }

    @Override
    public boolean forbids(ObjectName name) {
        return true;
    }
}
