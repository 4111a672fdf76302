package dev.hyperterse.operator.read.document;

import dev.hyperterse.compiler.resolve.Documents;
import dev.hyperterse.compiler.resolve.Entries;
import dev.hyperterse.compiler.resolve.ObjectName;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The documents that one compile asks for, each as it was when it was asked for first. After the compile these are exactly
 * the documents that the server refers to.
 */
public final class AskedDocuments implements Documents {
    private final Function<ObjectName, Optional<ReadDocument>> known;
    private final Map<ObjectName, Optional<ReadDocument>> asked = new LinkedHashMap<>();

    /** @param known finds a document that has been read */
    AskedDocuments(Function<ObjectName, Optional<ReadDocument>> known) {
        this.known = known;
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
    public boolean forbids(ObjectName name) {
        return look(name).filter(ReadDocument.Forbidden.class::isInstance).isPresent();
    }

    @Override
    public boolean hasNoRoomFor(ObjectName name, boolean readableOnly) {
        return look(name).orElse(null) instanceof ReadDocument.NoRoom(var _, var readable)
                && (readable || !readableOnly);
    }

    /** Those asked for, known or not. */
    public Set<ObjectName> asked() {
        return Set.copyOf(asked.keySet());
    }

    /** Those asked for that have not been read yet; what was compiled without them has to be compiled again. */
    public Set<ObjectName> missing() {
        return asked.entrySet().stream()
                .filter(entry -> entry.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Whether one of those asked for was read anew since, or is not known any more. */
    boolean differFrom(KeptDocuments now) {
        return asked.entrySet().stream()
                .anyMatch(entry -> entry.getValue().orElse(null)
                        != now.find(entry.getKey()).orElse(null));
    }

    private Optional<Entries> find(ObjectName name) {
        return asked.computeIfAbsent(name, known).flatMap(ReadDocument::content);
    }

    private Optional<ReadDocument> look(ObjectName name) {
        return asked.containsKey(name) ? asked.get(name) : known.apply(name);
    }
}
