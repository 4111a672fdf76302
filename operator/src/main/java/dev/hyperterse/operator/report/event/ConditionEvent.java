package dev.hyperterse.operator.report.event;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.crds.v1alpha1.shared.Condition.Status;
import dev.hyperterse.crds.v1alpha1.shared.ConditionTypes;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.report.condition.Conditions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A change of an object's conditions that becomes an event.
 *
 * @param warning whether a person should look
 */
public record ConditionEvent(ObjectReference regarding, boolean warning, String reason, String note) {
    /** Of a leaf: that it stalled, and that it recovered. A thousand leaves that become ready are no news. */
    public static Optional<ConditionEvent> ofLeaf(
            LeafKey leaf, String uid, List<Condition> before, List<Condition> after) {
        var regarding = regarding(leaf.kind().name(), leaf.namespace(), leaf.name(), uid);
        return stalled(regarding, before, after).or(() -> find(after, ConditionTypes.READY, Status.True)
                .filter(_ -> holds(before, ConditionTypes.STALLED))
                .map(it -> of(regarding, false, it)));
    }

    /** Of a server: also that it became ready, and that nothing of it is available any more. */
    public static List<ConditionEvent> ofServer(
            ServerKey server, String uid, List<Condition> before, List<Condition> after) {
        var regarding = regarding(HasMetadata.getKind(HyperterseServer.class), server.namespace(), server.name(), uid);
        var notices = new ArrayList<ConditionEvent>();
        stalled(regarding, before, after).ifPresent(notices::add);
        find(after, ConditionTypes.READY, Status.True)
                .filter(_ -> !holds(before, ConditionTypes.READY))
                .ifPresent(it -> notices.add(of(regarding, false, it)));
        find(after, ConditionTypes.AVAILABLE, Status.False)
                .filter(_ -> holds(before, ConditionTypes.AVAILABLE))
                .ifPresent(it -> notices.add(of(regarding, true, it)));
        return notices;
    }

    private static ObjectReference regarding(String kind, String namespace, String name, String uid) {
        return new ObjectReferenceBuilder()
                .withApiVersion(HasMetadata.getApiVersion(HyperterseServer.class))
                .withKind(kind)
                .withNamespace(namespace)
                .withName(name)
                .withUid(uid)
                .build();
    }

    private static Optional<ConditionEvent> stalled(
            ObjectReference regarding, List<Condition> before, List<Condition> after) {
        var known = Conditions.find(before, ConditionTypes.STALLED).map(Condition::reason);
        return Conditions.find(after, ConditionTypes.STALLED)
                .filter(it -> !known.equals(Optional.of(it.reason())))
                .map(it -> of(regarding, true, it));
    }

    private static ConditionEvent of(ObjectReference regarding, boolean warning, Condition condition) {
        return new ConditionEvent(regarding, warning, condition.reason(), condition.message());
    }

    private static boolean holds(List<Condition> conditions, String type) {
        return find(conditions, type, Status.True).isPresent();
    }

    private static Optional<Condition> find(List<Condition> conditions, String type, Status status) {
        return Conditions.find(conditions, type).filter(it -> it.status() == status);
    }
}
