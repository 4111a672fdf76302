package dev.hyperterse.operator.workload.manifest;

import dev.hyperterse.crds.v1alpha1.workload.Workload;
import dev.hyperterse.operator.model.WorkloadNames;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The pod of a replica: restricted by the strictest pod security standard, writable only where it has to be.
 *
 * @param pullSecrets of the installation
 * @param callTimeoutSeconds how long a call may still run when its pod is asked to stop
 */
record RuntimePod(
        WorkloadNames names,
        String image,
        List<String> pullSecrets,
        String serviceAccount,
        Workload workload,
        long callTimeoutSeconds) {
    static final String CONTAINER = "runtime";

    /** The volume of databases of SQLite. */
    static final String DATA = "data";

    /** Long enough for the pod to leave all endpoints before it stops accepting. */
    private static final long PRE_STOP_SECONDS = 5;

    /** The time in which a replica ends its event streams one after the other. Calls may run during and after it. */
    private static final long STREAM_SECONDS = 20;

    private static final String SERVICE_ACCOUNT_FOLDER = "/var/run/secrets/kubernetes.io/serviceaccount";
    private static final String DATA_FOLDER = "/var/lib/hyperterse/data";
    private static final String CATALOG_FOLDER = "/var/lib/hyperterse/catalog";

    PodSpec spec() {
        return new PodSpecBuilder()
                .withServiceAccountName(serviceAccount)
                // Variables named after Services of the namespace could be taken for the product's own.
                .withEnableServiceLinks(false)
                .withTerminationGracePeriodSeconds(PRE_STOP_SECONDS + STREAM_SECONDS + callTimeoutSeconds + 5)
                .withNewSecurityContext()
                .withRunAsNonRoot(true)
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .endSecurityContext()
                .withContainers(container())
                .withVolumes(scratch("tmp", false), scratch(DATA, false), scratch("catalog", true))
                .withTopologySpreadConstraints(spread())
                .withImagePullSecrets(
                        pullSecrets.stream().map(LocalObjectReference::new).toList())
                .build();
    }

    /** Over nodes and zones as evenly as they allow; never at the price of not running. */
    private List<TopologySpreadConstraint> spread() {
        return Stream.of("kubernetes.io/hostname", "topology.kubernetes.io/zone")
                .map(this::evenly)
                .toList();
    }

    private TopologySpreadConstraint evenly(String topology) {
        return new TopologySpreadConstraintBuilder()
                .withMaxSkew(1)
                .withTopologyKey(topology)
                .withWhenUnsatisfiable("ScheduleAnyway")
                .withNewLabelSelector()
                .withMatchLabels(names.selector())
                .endLabelSelector()
                // Pods that a rollout is about to end do not count.
                .withMatchLabelKeys("pod-template-hash")
                .build();
    }

    private Container container() {
        return new ContainerBuilder()
                .withName(CONTAINER)
                .withImage(image)
                .withEnv(environment())
                .addNewPort()
                .withName("http")
                .withContainerPort(WorkloadNames.HTTP_PORT)
                .endPort()
                .addNewPort()
                .withName("admin")
                .withContainerPort(WorkloadNames.ADMIN_PORT)
                .endPort()
                // A node that comes back starts all its pods at once, and killing a slow one slows the others down. So
                // a start has ten minutes, and a late answer more than a minute.
                .withStartupProbe(probe("/livez", 1, 600, 5))
                .withReadinessProbe(probe("/readyz", 2, 2, 2))
                .withLivenessProbe(probe("/livez", 10, 6, 10))
                .withNewLifecycle()
                .withNewPreStop()
                .withNewSleep(PRE_STOP_SECONDS)
                .endPreStop()
                .endLifecycle()
                .withResources(resources())
                .withNewSecurityContext()
                .withAllowPrivilegeEscalation(false)
                .withReadOnlyRootFilesystem(true)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .endSecurityContext()
                .withVolumeMounts(mount("tmp", "/tmp"), mount(DATA, DATA_FOLDER), mount("catalog", CATALOG_FOLDER))
                .build();
    }

    private static VolumeMount mount(String volume, String folder) {
        return new VolumeMountBuilder().withName(volume).withMountPath(folder).build();
    }

    private List<EnvVar> environment() {
        var variables = new ArrayList<>(List.of(
                literal("HYPERTERSE_SERVER", names.server()),
                fromPod("HYPERTERSE_NAMESPACE", "metadata.namespace"),
                fromPod("HYPERTERSE_POD_IP", "status.podIP"),
                literal("HYPERTERSE_SERVICE_ACCOUNT", SERVICE_ACCOUNT_FOLDER),
                literal("HYPERTERSE_CATALOG_COPY", CATALOG_FOLDER),
                literal("HYPERTERSE_DATA", DATA_FOLDER)));
        RuntimeHeap.option(resources()).ifPresent(heap -> variables.add(literal("JDK_JAVA_OPTIONS", heap)));
        return variables;
    }

    private static EnvVar literal(String name, String value) {
        return new EnvVarBuilder().withName(name).withValue(value).build();
    }

    private static EnvVar fromPod(String name, String field) {
        // The version is a default of the API server; left out, every comparison would find a difference.
        return new EnvVarBuilder()
                .withName(name)
                .withNewValueFrom()
                .withNewFieldRef("v1", field)
                .endValueFrom()
                .build();
    }

    private static Probe probe(String path, int periodSeconds, int failures, int timeoutSeconds) {
        return new ProbeBuilder()
                .withNewHttpGet()
                .withPath(path)
                .withNewPort("admin")
                .endHttpGet()
                .withPeriodSeconds(periodSeconds)
                .withFailureThreshold(failures)
                .withTimeoutSeconds(timeoutSeconds)
                .build();
    }

    private static Volume scratch(String name, boolean memory) {
        return new VolumeBuilder()
                .withName(name)
                .withNewEmptyDir()
                .withMedium(memory ? "Memory" : null)
                .endEmptyDir()
                .build();
    }

    private ResourceRequirements resources() {
        return workload.resources().orElseGet(RuntimePod::modestResources);
    }

    /** Requests only for CPU: a limit would throttle the very calls it is meant to protect. */
    private static ResourceRequirements modestResources() {
        return new ResourceRequirementsBuilder()
                .addToRequests("cpu", new Quantity("100m"))
                .addToRequests("memory", new Quantity("256Mi"))
                .addToLimits("memory", new Quantity("512Mi"))
                .build();
    }
}
