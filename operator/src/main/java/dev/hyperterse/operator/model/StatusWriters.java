package dev.hyperterse.operator.model;

import dev.hyperterse.crds.v1alpha1.shared.ConditionTypes;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/** The writers of an object's status, as the API server records them in {@code managedFields}. */
public final class StatusWriters {
    /** The field manager of every status that an operator writes. */
    public static final String OPERATOR = "hyperterse-operator";

    private static final String STATUS = "status";

    private static final String CONDITIONS = "f:conditions";

    /** How {@code managedFields} name a condition, and the list itself. */
    private static final Pattern CONDITION = Pattern.compile("k:\\{\"type\":\"([^\"]+)\"}");

    private static final String THE_LIST = ".";

    private StatusWriters() {}

    /** Whether what the operator says in the status was last changed by another writer. */
    public static boolean foreign(HasMetadata object) {
        return !foreignEntries(object.getMetadata()).isEmpty();
    }

    /** The names of other writers, without the fields that they have written: those are large. */
    public static List<ManagedFieldsEntry> foreignEntries(ObjectMeta metadata) {
        return Objects.requireNonNullElse(metadata.getManagedFields(), List.<ManagedFieldsEntry>of()).stream()
                .filter(it -> STATUS.equals(it.getSubresource()) && !OPERATOR.equals(it.getManager()))
                .filter(StatusWriters::wroteOursToo)
                .map(it -> new ManagedFieldsEntryBuilder()
                        .withManager(it.getManager())
                        .withSubresource(STATUS)
                        .build())
                .toList();
    }

    /** A writer of conditions of other types alone has changed nothing that an operator would believe. */
    private static boolean wroteOursToo(ManagedFieldsEntry entry) {
        if (entry.getFieldsV1() == null) {
            return true;
        }
        var status = fields(entry.getFieldsV1().getAdditionalProperties(), "f:status");
        return !status.keySet().equals(Set.of(CONDITIONS))
                || fields(status, CONDITIONS).keySet().stream()
                        .map(String::valueOf)
                        .anyMatch(StatusWriters::namesOurs);
    }

    private static boolean namesOurs(String key) {
        var condition = CONDITION.matcher(key);
        return condition.matches() ? ConditionTypes.ofTheOperator(condition.group(1)) : !key.equals(THE_LIST);
    }

    private static Map<?, ?> fields(Map<?, ?> owner, String name) {
        return owner.get(name) instanceof Map<?, ?> fields ? fields : Map.of();
    }
}
