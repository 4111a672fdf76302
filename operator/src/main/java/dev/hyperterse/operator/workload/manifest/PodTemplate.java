package dev.hyperterse.operator.workload.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hyperterse.catalog.Digest;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.server.setting.Measures;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.server.Limits;
import dev.hyperterse.crds.v1alpha1.workload.Workload;
import dev.hyperterse.operator.model.WorkloadNames;
import dev.hyperterse.operator.workload.state.WorkloadState;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The pods of a server: what its author wrote about them, this operator's runtime, and the current ones as long as an
 * upgrade waits.
 */
public final class PodTemplate {
    /** Digest of what the author wrote about the pods when the template was made. */
    static final String WRITTEN_AS = "hyperterse.dev/written-as";

    private static final long DEFAULT_CALL_TIMEOUT_SECONDS = 30;

    private static final ObjectMapper MAPPER = ApiSerialization.mapper();

    private static final List<String> NOT_ABOUT_PODS =
            List.of("replicas", "autoscaling", "service", "expose", "podDisruptionBudget", "networkPolicy");

    private final HyperterseServer server;
    private final WorkloadNames names;
    private final Workload workload;
    private final RuntimeImage ours;
    private final List<String> pullSecrets;
    private final List<String> podMetadata;
    private final Optional<Deployment> current;
    private final boolean waits;

    /**
     * @param current the Deployment as it is now
     * @param waits whether an upgrade waits for another server
     */
    PodTemplate(HyperterseServer server, WorkloadSettings settings, Optional<Deployment> current, boolean waits) {
        this.server = server;
        this.names = WorkloadNames.of(server);
        this.workload = server.getSpec().workload().orElse(Workload.NOTHING_SET);
        this.ours = settings.image();
        this.pullSecrets = settings.pullSecrets();
        this.podMetadata = settings.podMetadata();
        this.current = current;
        this.waits = waits;
    }

    PodTemplateSpec spec() {
        return current.filter(it -> waits && isAsWritten(it))
                .map(it -> it.getSpec().getTemplate())
                .orElseGet(() -> laid().template());
    }

    /** The parts of the author's template that are not laid over the pods. */
    public List<Problem> problems() {
        return laid().problems();
    }

    private LaidTemplate laid() {
        return workload.podTemplate()
                .map(overlay -> LaidTemplate.of(made(), overlay, ours.overridable(), podMetadata))
                .orElseGet(() -> new LaidTemplate(made(), List.of()));
    }

    /** The image that its author gave it, the one that is kept, or this operator's. */
    RuntimeImage image() {
        return workload.image()
                .filter(_ -> ours.overridable())
                .map(given -> new RuntimeImage(given, ours.version(), true))
                .or(() -> current.filter(_ -> waits).flatMap(this::image))
                .orElse(ours);
    }

    String serviceAccount() {
        return workload.serviceAccountName().filter(_ -> ours.overridable()).orElseGet(names::runtime);
    }

    /** Whether the pods are those that are asked for: by the spec, and by this operator's runtime. */
    public boolean isOf(Deployment found) {
        return isAsWritten(found) && image(found).equals(Optional.of(image()));
    }

    /** Whether pods would be replaced for no other reason than a new version of the operator. */
    public boolean onlyUpgrades() {
        return current.filter(this::isAsWritten)
                .flatMap(this::image)
                .filter(it -> !it.image().equals(image().image()))
                .isPresent();
    }

    public Optional<WorkloadState.PendingUpgrade> pendingUpgrade() {
        return current.filter(_ -> waits)
                .flatMap(this::image)
                .filter(_ -> workload.image().isEmpty() || !ours.overridable())
                .filter(it -> !it.image().equals(ours.image()))
                .map(it -> new WorkloadState.PendingUpgrade(it.image(), ours.image()));
    }

    /** The author's part of the pods, in any version of the operator; everything else about them is the operator's. */
    String writtenAs() {
        ObjectNode written = MAPPER.valueToTree(workload);
        written.remove(NOT_ABOUT_PODS);
        written.put("callTimeoutSeconds", callTimeoutSeconds());
        try {
            return Digest.of(MAPPER.writeValueAsBytes(written));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of JSON cannot be written", impossible);
        }
    }

    private boolean isAsWritten(Deployment found) {
        return writtenAs().equals(present(found.getMetadata().getAnnotations()).get(WRITTEN_AS))
                && WorkloadNames.madeFor(
                        found.getSpec().getTemplate().getMetadata(),
                        server.getMetadata().getUid());
    }

    /** The image of the pods of a Deployment, where it is known. */
    private Optional<RuntimeImage> image(Deployment found) {
        var template = found.getSpec().getTemplate();
        var version =
                present(template.getMetadata().getLabels()).getOrDefault(WorkloadNames.VERSION_LABEL, ours.version());
        return template.getSpec().getContainers().stream()
                .filter(it -> it.getName().equals(RuntimePod.CONTAINER))
                .map(Container::getImage)
                .findFirst()
                .map(image -> new RuntimeImage(image, version, ours.overridable()));
    }

    private PodTemplateSpec made() {
        var image = image();
        return new PodTemplateSpecBuilder()
                .withNewMetadata()
                .withLabels(names.labels(image.version()))
                .withAnnotations(
                        Map.of(WorkloadNames.SERVER_UID, server.getMetadata().getUid()))
                .endMetadata()
                .withSpec(new RuntimePod(
                                names, image.image(), pullSecrets, serviceAccount(), workload, callTimeoutSeconds())
                        .spec())
                .build();
    }

    private long callTimeoutSeconds() {
        return server.getSpec()
                .limits()
                .flatMap(Limits::callTimeout)
                .flatMap(Measures::millis)
                .map(millis -> Math.ceilDiv(millis, 1_000L))
                .orElse(DEFAULT_CALL_TIMEOUT_SECONDS);
    }

    private static Map<String, String> present(Map<String, String> written) {
        return Objects.requireNonNullElse(written, Map.of());
    }
}
