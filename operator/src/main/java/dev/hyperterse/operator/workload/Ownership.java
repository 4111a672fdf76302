package dev.hyperterse.operator.workload;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.resolve.WorkloadNames;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** To whom an object belongs. What belongs to somebody else is never changed. */
final class Ownership {
    private Ownership() {}

    /** Makes the object go when the server goes, without a finalizer on either. */
    static OwnerReference of(HyperterseServer server) {
        return new OwnerReferenceBuilder()
                .withApiVersion(server.getApiVersion())
                .withKind(server.getKind())
                .withName(server.getMetadata().getName())
                .withUid(server.getMetadata().getUid())
                .withController(true)
                .withBlockOwnerDeletion(false)
                .build();
    }

    /**
     * Whether the server may change it: it controls the object, or nobody does and the object still says that it was
     * made for it.
     */
    static boolean holds(HyperterseServer server, HasMetadata object) {
        return controller(object)
                .map(it -> it.getUid().equals(server.getMetadata().getUid()))
                .orElseGet(() -> labelled(server, object));
    }

    /**
     * Whether it was made for the server, and for no other owner: the server controls it and it bears a name that is given here.
     * By its labels alone it may be a copy that a user made.
     */
    static boolean madeFor(HyperterseServer server, HasMetadata object) {
        var controlled = controller(object)
                .filter(it -> it.getUid().equals(server.getMetadata().getUid()))
                .isPresent();
        return controlled && ChildKey.of(object).belongsTo(WorkloadNames.of(server));
    }

    /** For people: who has it instead. */
    static String holder(HasMetadata object) {
        return controller(object).map(it -> it.getKind() + " " + it.getName()).orElse("somebody else");
    }

    private static Optional<OwnerReference> controller(HasMetadata object) {
        return object.getMetadata().getOwnerReferences().stream()
                .filter(it -> Boolean.TRUE.equals(it.getController()))
                .findFirst();
    }

    private static boolean labelled(HyperterseServer server, HasMetadata object) {
        var labels = Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.<String, String>of());
        return WorkloadNames.OPERATOR.equals(labels.get(WorkloadNames.MANAGER_LABEL))
                && server.getMetadata().getName().equals(labels.get(WorkloadNames.SERVER_LABEL));
    }
}
