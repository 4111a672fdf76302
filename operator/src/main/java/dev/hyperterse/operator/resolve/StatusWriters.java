package dev.hyperterse.operator.resolve;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Objects;

/** The writers of an object's status, as the API server records them in {@code managedFields}. */
public final class StatusWriters {
    /** The field manager of every status that an operator writes. */
    public static final String OPERATOR = "hyperterse-operator";

    private static final String STATUS = "status";

    private StatusWriters() {}

    /** Whether a part of the status was last changed by another writer. */
    public static boolean foreign(HasMetadata object) {
        return !foreignEntries(object.getMetadata()).isEmpty();
    }

    /** The names of other writers, without the fields that they have written: those are large. */
    public static List<ManagedFieldsEntry> foreignEntries(ObjectMeta metadata) {
        return Objects.requireNonNullElse(metadata.getManagedFields(), List.<ManagedFieldsEntry>of()).stream()
                .filter(it -> STATUS.equals(it.getSubresource()) && !OPERATOR.equals(it.getManager()))
                .map(it -> new ManagedFieldsEntryBuilder()
                        .withManager(it.getManager())
                        .withSubresource(STATUS)
                        .build())
                .toList();
    }
}
