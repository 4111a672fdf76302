package dev.hyperterse.operator.workload;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.Workload;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.List;
import java.util.TreeMap;

/**
 * The objects that run a server, in the order in which they are applied: rights before the pods that need them. Equal
 * specs give equal objects, so that whoever applies them can compare digests instead of what the API server made of
 * them.
 */
public final class WorkloadPlan {
    private final HyperterseServer server;
    private final WorkloadNames names;
    private final RuntimeImage image;
    private final Workload workload;
    private final long callTimeoutSeconds;

    /** @param callTimeoutSeconds how long a call may still run when its pod is told to stop */
    public WorkloadPlan(HyperterseServer server, Workload workload, RuntimeImage image, long callTimeoutSeconds) {
        this.server = server;
        this.names = WorkloadNames.of(server);
        this.image = image;
        this.workload = workload;
        this.callTimeoutSeconds = callTimeoutSeconds;
    }

    public List<HasMetadata> objects() {
        var pod = new RuntimePod(names, image, workload, callTimeoutSeconds);
        return List.of(
                RuntimeAccess.serviceAccount(metadata(names.runtime())),
                RuntimeAccess.role(names, metadata(names.runtime())),
                RuntimeAccess.binding(names, metadata(names.runtime()), pod.serviceAccount()),
                service(),
                deployment(pod));
    }

    private Service service() {
        var settings = workload.service();
        var metadata = metadata(names.service());
        settings.ifPresent(given -> metadata.getAnnotations().putAll(given.annotations()));
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
                .withPort(servicePort())
                .withNewTargetPort("http")
                .withProtocol("TCP")
                .withAppProtocol("http")
                .endPort()
                .endSpec()
                .build();
    }

    public int servicePort() {
        return workload.service().flatMap(Workload.ServiceSettings::port).orElse(80);
    }

    private Deployment deployment(RuntimePod pod) {
        return new DeploymentBuilder()
                .withMetadata(metadata(names.runtime()))
                .withNewSpec()
                .withReplicas(replicas())
                .withRevisionHistoryLimit(3)
                .withNewSelector()
                .withMatchLabels(names.selector())
                .endSelector()
                .withNewStrategy()
                .withType("RollingUpdate")
                .withNewRollingUpdate()
                .withMaxUnavailable(new IntOrString(0))
                .withMaxSurge(new IntOrString(1))
                .endRollingUpdate()
                .endStrategy()
                .withNewTemplate()
                .withMetadata(podMetadata())
                .withSpec(pod.spec())
                .endTemplate()
                .endSpec()
                .build();
    }

    /** Left out where an autoscaler sets it: two writers of one field would take turns for ever. */
    private Integer replicas() {
        return workload.autoscaling().isPresent() ? null : workload.replicas().orElse(1);
    }

    private ObjectMeta podMetadata() {
        var labels = new TreeMap<>(workload.labels());
        labels.putAll(names.labels(image.version()));
        return new ObjectMetaBuilder()
                .withLabels(labels)
                .withAnnotations(new TreeMap<>(workload.annotations()))
                .build();
    }

    private ObjectMeta metadata(String name) {
        return new ObjectMetaBuilder()
                .withNamespace(names.namespace())
                .withName(name)
                .withLabels(names.labels(image.version()))
                .withAnnotations(new TreeMap<>())
                .withOwnerReferences(owner())
                .build();
    }

    private OwnerReference owner() {
        return new OwnerReferenceBuilder()
                .withApiVersion(server.getApiVersion())
                .withKind(server.getKind())
                .withName(server.getMetadata().getName())
                .withUid(server.getMetadata().getUid())
                .withController(true)
                .withBlockOwnerDeletion(false)
                .build();
    }
}
