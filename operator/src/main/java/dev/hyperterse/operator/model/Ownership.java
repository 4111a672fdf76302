package dev.hyperterse.operator.model;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Which server an object belongs to. An object of another owner is never changed. */
public final class Ownership {
    private Ownership() {}

    /** Has the object deleted after its server, without a finalizer on either. */
    public static OwnerReference of(HasMetadata server) {
        return new OwnerReferenceBuilder()
                .withApiVersion(server.getApiVersion())
                .withKind(server.getKind())
                .withName(server.getMetadata().getName())
                .withUid(server.getMetadata().getUid())
                .withController(true)
                .withBlockOwnerDeletion(false)
                .build();
    }

    /** Labels of an object that has no owner any more still name its server. */
    public static Map<String, String> labels(HasMetadata server) {
        return Map.of(
                WorkloadNames.SERVER_LABEL,
                server.getMetadata().getName(),
                WorkloadNames.MANAGER_LABEL,
                WorkloadNames.OPERATOR);
    }

    /** Whether the server may change it: it controls the object, or no owner does and the labels name the server. */
    public static boolean holds(HasMetadata server, HasMetadata object) {
        return controller(object).map(it -> isOf(server, it)).orElseGet(() -> labelled(server, object));
    }

    /** As {@link #holds}; also of a deleted server of the same name, whose objects are about to be deleted. */
    public static boolean holdsOrTakesOver(HasMetadata server, HasMetadata object) {
        var named = controller(object)
                .filter(it -> it.getKind().equals(server.getKind())
                        && it.getName().equals(server.getMetadata().getName()));
        return holds(server, object) || named.isPresent() && labelled(server, object);
    }

    /**
     * Whether it was made for the server, and for no other owner: the server controls it and it bears a name that the operator
     * gives. By its labels alone it may be a copy that a user made.
     */
    public static boolean madeFor(HyperterseServer server, HasMetadata object) {
        var metadata = object.getMetadata();
        return controls(server, object)
                && WorkloadNames.of(server).include(metadata.getNamespace(), metadata.getName());
    }

    public static boolean controls(HasMetadata server, HasMetadata object) {
        return controller(object).filter(it -> isOf(server, it)).isPresent();
    }

    /** The owner of an object that is none of this server's. */
    private static String holder(HasMetadata object) {
        return controller(object).map(it -> it.getKind() + " " + it.getName()).orElse("another owner");
    }

    public static Problem foreign(HasMetadata object) {
        return Reason.ForeignObject.problem(
                object.getKind() + " " + object.getMetadata().getName(),
                "child-is-ours",
                "the name is taken by an object that belongs to %s, which is left alone".formatted(holder(object)),
                "delete or rename that object, or name the server differently");
    }

    private static Optional<OwnerReference> controller(HasMetadata object) {
        return object.getMetadata().getOwnerReferences().stream()
                .filter(it -> Boolean.TRUE.equals(it.getController()))
                .findFirst();
    }

    private static boolean isOf(HasMetadata server, OwnerReference reference) {
        return reference.getUid().equals(server.getMetadata().getUid());
    }

    private static boolean labelled(HasMetadata server, HasMetadata object) {
        return Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.<String, String>of())
                .entrySet()
                .containsAll(labels(server).entrySet());
    }
}
