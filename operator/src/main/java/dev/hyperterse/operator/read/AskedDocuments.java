package dev.hyperterse.operator.read;

import dev.hyperterse.operator.resolve.Documents;
import dev.hyperterse.operator.resolve.Entries;
import dev.hyperterse.operator.resolve.ObjectName;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The known documents, and a record of the requested ones. After a compile these are exactly the documents that the
 * server refers to.
 */
public final class AskedDocuments implements Documents {
    private final Map<ObjectName, ReadDocument> known;
    private final Set<ObjectName> asked = new LinkedHashSet<>();

    AskedDocuments(Map<ObjectName, ReadDocument> known) {
        this.known = Map.copyOf(known);
    }

    @Override
    public Optional<Entries> configMap(String namespace, String name) {
        return find(ObjectName.configMap(namespace, name));
    }

    @Override
    public Optional<Entries> secret(String namespace, String name) {
        return find(ObjectName.secret(namespace, name));
    }

    @Override
    public boolean forbidsSecret(String namespace, String name) {
        return known.get(ObjectName.secret(namespace, name)) instanceof ReadDocument.Forbidden;
    }

    @Override
    public boolean hasNoRoomFor(ObjectName name, boolean readableOnly) {
        return known.get(name) instanceof ReadDocument.NoRoom(var _, var readable) && (readable || !readableOnly);
    }

    /** Those asked for, known or not. */
    public Set<ObjectName> asked() {
        return Set.copyOf(asked);
    }

    /** Those asked for that have not been read yet; what was compiled without them has to be compiled again. */
    public Set<ObjectName> missing() {
        var missing = new LinkedHashSet<>(asked);
        missing.removeAll(known.keySet());
        return missing;
    }

    /** Whether one of those asked for was read anew since, or is not known any more. */
    boolean differFrom(KeptDocuments now) {
        return asked.stream().anyMatch(name -> known.get(name) != now.find(name).orElse(null));
    }

    private Optional<Entries> find(ObjectName name) {
        asked.add(name);
        return Optional.ofNullable(known.get(name)).flatMap(ReadDocument::content);
    }
}
