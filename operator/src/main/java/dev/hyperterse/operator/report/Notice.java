package dev.hyperterse.operator.report;

import dev.hyperterse.crds.v1alpha1.Condition;
import dev.hyperterse.crds.v1alpha1.Condition.Status;
import dev.hyperterse.operator.resolve.LeafKey;
import dev.hyperterse.operator.resolve.ServerKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A turn in the life of an object that people may want to have heard of: it becomes an event.
 *
 * @param warning whether somebody should look
 */
record Notice(String kind, String namespace, String name, String uid, boolean warning, String reason, String note) {
    /** Of a leaf: that it stalled, and that it recovered. A thousand leaves that become ready are no news. */
    static Optional<Notice> ofLeaf(LeafKey leaf, String uid, List<Condition> before, List<Condition> after) {
        var subject = new Subject(leaf.kind().name(), leaf.namespace(), leaf.name(), uid);
        return stalled(subject, before, after).or(() -> recovered(subject, before, after));
    }

    /** Of a server: also that it became ready, and that nothing of it is available any more. */
    static List<Notice> ofServer(ServerKey server, String uid, List<Condition> before, List<Condition> after) {
        var subject = new Subject("HyperterseServer", server.namespace(), server.name(), uid);
        var notices = new ArrayList<Notice>();
        stalled(subject, before, after).ifPresent(notices::add);
        Conditions.find(after, Conditions.READY)
                .filter(it -> it.status() == Status.True && !holds(before, Conditions.READY))
                .ifPresent(it -> notices.add(subject.notice(false, it)));
        Conditions.find(after, ServerConditions.AVAILABLE)
                .filter(it -> it.status() == Status.False && holds(before, ServerConditions.AVAILABLE))
                .ifPresent(it -> notices.add(subject.notice(true, it)));
        return notices;
    }

    private static Optional<Notice> stalled(Subject subject, List<Condition> before, List<Condition> after) {
        var known = Conditions.find(before, Conditions.STALLED).map(Condition::reason);
        return Conditions.find(after, Conditions.STALLED)
                .filter(it -> !known.equals(Optional.of(it.reason())))
                .map(it -> subject.notice(true, it));
    }

    private static Optional<Notice> recovered(Subject subject, List<Condition> before, List<Condition> after) {
        return Conditions.find(after, Conditions.READY)
                .filter(it -> it.status() == Status.True && holds(before, Conditions.STALLED))
                .map(it -> subject.notice(false, it));
    }

    private static boolean holds(List<Condition> conditions, String type) {
        return Conditions.find(conditions, type)
                .filter(it -> it.status() == Status.True)
                .isPresent();
    }

    private record Subject(String kind, String namespace, String name, String uid) {
        Notice notice(boolean warning, Condition condition) {
            return new Notice(kind, namespace, name, uid, warning, condition.reason(), condition.message());
        }
    }
}
