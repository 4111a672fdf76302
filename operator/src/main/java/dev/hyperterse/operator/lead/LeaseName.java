package dev.hyperterse.operator.lead;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.Optional;

/** Which Lease operators take turns at. */
public record LeaseName(String namespace, String name) {
    Resource<Lease> in(KubernetesClient client) {
        return client.leases().inNamespace(namespace).withName(name);
    }

    /** Its holder, whether still in time or not. */
    Optional<String> holder(KubernetesClient client) {
        return Optional.ofNullable(in(client).get()).flatMap(LeaseName::holder);
    }

    static Optional<String> holder(Lease lease) {
        return Optional.ofNullable(lease.getSpec())
                .flatMap(spec -> Optional.ofNullable(spec.getHolderIdentity()))
                .filter(holder -> !holder.isEmpty());
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
