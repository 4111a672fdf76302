package dev.hyperterse.operator.workload.manifest;

import dev.hyperterse.crds.v1alpha1.workload.Workload;
import dev.hyperterse.operator.model.WorkloadNames;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRuleBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeerBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The Service that leads clients to the replicas, and the policy that says which clients may connect. */
record NetworkExposure(WorkloadNames names, Workload workload) {
    private static final String NAMESPACE_NAME = "kubernetes.io/metadata.name";

    Service service(ObjectMeta metadata) {
        var settings = workload.service();
        settings.stream()
                .flatMap(it -> it.annotations().entrySet().stream())
                // By its note the operator knows which route it has made.
                .filter(it -> !it.getKey().equals(RouteKind.NOTE))
                .forEach(it -> metadata.getAnnotations().put(it.getKey(), it.getValue()));
        return new ServiceBuilder()
                .withMetadata(metadata)
                .withNewSpec()
                .withType(settings.flatMap(Workload.ServiceSettings::type)
                        .filter(type -> type != Workload.ServiceType.Unrecognized)
                        .orElse(Workload.ServiceType.ClusterIP)
                        .name())
                .withSelector(names.selector())
                .addNewPort()
                .withName("http")
                .withPort(ServiceAddress.port(workload))
                .withNewTargetPort("http")
                .withProtocol("TCP")
                .withAppProtocol(
                        settings.flatMap(Workload.ServiceSettings::appProtocol).orElse("http"))
                .endPort()
                .endSpec()
                .build();
    }

    /** @param operatorNamespace always let in to the admin port: what does not answer there counts as unknown */
    Optional<NetworkPolicy> policy(ObjectMeta metadata, String operatorNamespace) {
        return workload.networkPolicy().map(rules -> {
            var types = new ArrayList<String>();
            var ingress = new ArrayList<NetworkPolicyIngressRule>();
            if (!rules.from().isEmpty()) {
                types.add("Ingress");
                ingress.add(ingress(rules.from(), WorkloadNames.HTTP_PORT, WorkloadNames.ADMIN_PORT));
                ingress.add(ingress(List.of(namespace(operatorNamespace)), WorkloadNames.ADMIN_PORT));
            }
            if (!rules.egress().isEmpty()) {
                types.add("Egress");
            }
            return new NetworkPolicyBuilder()
                    .withMetadata(metadata)
                    .withNewSpec()
                    .withNewPodSelector()
                    .withMatchLabels(names.selector())
                    .endPodSelector()
                    .withPolicyTypes(types)
                    .withIngress(ingress)
                    .withEgress(rules.egress())
                    .endSpec()
                    .build();
        });
    }

    private static NetworkPolicyIngressRule ingress(List<NetworkPolicyPeer> peers, int... ports) {
        var rule = new NetworkPolicyIngressRuleBuilder().withFrom(peers);
        IntStream.of(ports)
                .forEach(port ->
                        rule.addNewPort().withProtocol("TCP").withNewPort(port).endPort());
        return rule.build();
    }

    private static NetworkPolicyPeer namespace(String name) {
        return new NetworkPolicyPeerBuilder()
                .withNewNamespaceSelector()
                .addToMatchLabels(NAMESPACE_NAME, name)
                .endNamespaceSelector()
                .build();
    }
}
