package dev.hyperterse.operator.workload;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.Optional;

/** A server's Deployment as the API server holds it. */
record StandingDeployment(Deployment deployment) {
    /** Digest of what the author wrote about the pods when the template was made. */
    static final String WRITTEN_AS = "hyperterse.dev/written-as";

    Optional<String> writtenAs() {
        return Optional.ofNullable(deployment.getMetadata().getAnnotations()).map(it -> it.get(WRITTEN_AS));
    }

    PodTemplateSpec template() {
        return deployment.getSpec().getTemplate();
    }

    /** Whether its pods count for the server with that uid. */
    boolean madeFor(String uid) {
        return WorkloadNames.madeFor(template().getMetadata(), uid);
    }

    Optional<Integer> replicas() {
        return Optional.ofNullable(deployment.getSpec().getReplicas());
    }

    /** What its pods run, where it can be told. */
    Optional<RuntimeImage> image(RuntimeImage ours) {
        return template().getSpec().getContainers().stream()
                .filter(it -> it.getName().equals(RuntimePod.CONTAINER))
                .map(Container::getImage)
                .findFirst()
                .map(image -> new RuntimeImage(image, version().orElse(ours.version()), ours.overridable()));
    }

    Optional<String> version() {
        return Optional.ofNullable(template().getMetadata().getLabels()).map(it -> it.get(WorkloadNames.VERSION_LABEL));
    }
}
