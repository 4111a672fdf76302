package dev.hyperterse.crds.v1alpha1.workload;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The pods that serve. */
@ValidationRule(
        value = "!(has(self.replicas) && has(self.autoscaling))",
        message = "only one of replicas and autoscaling may be set")
public record Workload(
        @JsonPropertyDescription("Number of pods. Default 1. Leave it out when an autoscaler sets it.")
        @Min(0)
        @Max(1000)
        Optional<Integer> replicas,

        @JsonPropertyDescription("Lets a HorizontalPodAutoscaler set the number of pods.")
        Optional<Autoscaling> autoscaling,

        @JsonPropertyDescription("Requests and limits of CPU and memory, as in a container of a Pod.")
        Optional<ResourceRequirements> resources,

        @JsonPropertyDescription(
                "What is laid over the pods, as the template of a Deployment: labels, annotations, scheduling, volumes, "
                        + "further containers. A field that the operator sets itself is refused.")
        Optional<PodOverlay> podTemplate,

        @JsonPropertyDescription(
                "Image of the runtime. Only where the installation allows overrides. Default: the one that "
                        + "belongs to the operator.")
        @Size(min = 1, max = Bounds.URL)
        Optional<String> image,

        @JsonPropertyDescription(
                "ServiceAccount of the pods. Only where the installation allows overrides. Default: one made "
                        + "for this server.")
        @Size(min = 1, max = Bounds.OBJECT_NAME)
        @Pattern(Formats.OBJECT_NAME)
        Optional<String> serviceAccountName,

        @JsonPropertyDescription("The Service in front of the pods.")
        Optional<ServiceSettings> service,

        @JsonPropertyDescription(
                "An HTTPRoute or Ingress in front of the Service. Only where the installation lets the operator"
                        + " write them. Default: none.")
        Optional<WorkloadExposure> expose,

        @JsonPropertyDescription("Keeps pods running while nodes are drained. Default: none.")
        Optional<DisruptionBudget> podDisruptionBudget,

        @JsonPropertyDescription("Limits who reaches the pods, and what they reach. Default: no NetworkPolicy.")
        Optional<NetworkRules> networkPolicy) {
    /** The workload of a server without {@code spec.workload}. */
    public static final Workload NOTHING_SET = new Workload(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /** How an autoscaler sets the number of pods. */
    @ValidationRule(
            value = "!has(self.minReplicas) || self.minReplicas <= self.maxReplicas",
            message = "minReplicas must not exceed maxReplicas")
    public record Autoscaling(
            @JsonPropertyDescription("Fewest pods. Default 1.") @Min(1) @Max(1000)
            Optional<Integer> minReplicas,

            @JsonPropertyDescription("Most pods.") @Required @Min(1) @Max(1000)
            Integer maxReplicas,

            @JsonPropertyDescription(
                    "Average CPU use, in percent of the request, that the autoscaler aims at. Default 80.")
            @Min(1)
            @Max(100)
            Optional<Integer> targetCPUUtilizationPercentage) {}

    /** The Service in front of the pods. */
    public record ServiceSettings(
            @JsonPropertyDescription("ClusterIP (default), NodePort or LoadBalancer.")
            Optional<ServiceType> type,

            @JsonPropertyDescription("Port of the Service. Default 80.") @Min(1) @Max(65535)
            Optional<Integer> port,

            @JsonPropertyDescription(
                    "Protocol that the port announces, such as agentgateway.dev/mcp for gateways that look for MCP"
                            + " servers. Default http.")
            @Size(min = 1, max = Bounds.OBJECT_NAME)
            @Pattern(Formats.APP_PROTOCOL)
            Optional<String> appProtocol,

            @JsonPropertyDescription("Annotations of the Service.") @Size(max = 32)
            Map<String, @Size(max = Bounds.ANNOTATION) String> annotations) {}

    /** How the Service is reached. */
    public enum ServiceType {
        ClusterIP,
        NodePort,
        LoadBalancer,
        Unrecognized
    }

    /** How many pods keep running while nodes are drained. */
    public record DisruptionBudget(
            @JsonPropertyDescription("Pods that must stay, as a number or a percentage such as 50%.") @Required
            IntOrString minAvailable) {}

    /** The peers that reach the pods, and those that pods reach. */
    @ValidationRule(
            value = "has(self.from) || has(self.egress)",
            message = "at least one of from and egress must be set")
    @ValidationRule(
            value = "!has(self.from) || size(self.from) > 0",
            message = "from: [] would block all clients and the operator; leave from out to limit nothing, or "
                    + "name who may connect, such as [{podSelector: {}}] for the pods of the namespace")
    @ValidationRule(
            value = "!has(self.egress) || size(self.egress) > 0",
            message = "egress: [] would cut replicas off from DNS, the API server and their databases; leave egress "
                    + "out to limit nothing, or name what they need")
    public record NetworkRules(
            @JsonPropertyDescription("Who may connect, as in a NetworkPolicy. Default: any client.")
            @AtomicList
            @Size(max = 32)
            List<NetworkPolicyPeer> from,

            @JsonPropertyDescription("What the pods may connect to, as in a NetworkPolicy. Default: not limited.")
            @AtomicList
            @Size(max = 32)
            List<NetworkPolicyEgressRule> egress) {}
}
