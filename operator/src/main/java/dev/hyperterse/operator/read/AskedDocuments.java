package dev.hyperterse.operator.read;

import dev.hyperterse.operator.resolve.Documents;
import dev.hyperterse.operator.resolve.Entries;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The documents that are known, and a note of which were asked for. Who compiles with it learns exactly what the server
 * refers to, without a second description of where references stand.
 */
public final class AskedDocuments implements Documents {
    private final Map<DocumentName, ReadDocument> known;
    private final Set<DocumentName> asked = new LinkedHashSet<>();

    AskedDocuments(Map<DocumentName, ReadDocument> known) {
        this.known = Map.copyOf(known);
    }

    @Override
    public Optional<Entries> configMap(String namespace, String name) {
        return find(new DocumentName(DocumentName.Type.CONFIG_MAP, namespace, name));
    }

    @Override
    public Optional<Entries> secret(String namespace, String name) {
        return find(new DocumentName(DocumentName.Type.SECRET, namespace, name));
    }

    @Override
    public boolean forbidsSecret(String namespace, String name) {
        return known.get(new DocumentName(DocumentName.Type.SECRET, namespace, name)) instanceof ReadDocument.Forbidden;
    }

    /** Those asked for, known or not. */
    public Set<DocumentName> asked() {
        return Set.copyOf(asked);
    }

    /** Those asked for that nobody has looked at yet; what was compiled without them has to be compiled again. */
    public Set<DocumentName> missing() {
        var missing = new LinkedHashSet<>(asked);
        missing.removeAll(known.keySet());
        return missing;
    }

    private Optional<Entries> find(DocumentName name) {
        asked.add(name);
        return Optional.ofNullable(known.get(name)).flatMap(ReadDocument::content);
    }
}
