package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.schema.ListMap;
import dev.hyperterse.crds.schema.SchemaFormat;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Optional;

/** The observed state of a server. */
public record HyperterseServerStatus(
        @JsonPropertyDescription("Generation that this status speaks of.") @Min(0)
        Optional<Long> observedGeneration,

        @JsonPropertyDescription("Accepted, Programmed, Available, Converged and Ready; Reconciling, Stalled, "
                + "AnonymousAccess and SharedStateUnavailable while they hold.")
        @ListMap("type")
        @Size(max = 16)
        List<Condition> conditions,

        @JsonPropertyDescription("Address of the endpoint inside the cluster.") @Size(max = Bounds.URL)
        Optional<String> url,

        @JsonPropertyDescription("Address of the endpoint outside the cluster, where workload.expose is set.")
        @Size(max = Bounds.URL + Bounds.ENDPOINT_PATH)
        Optional<String> publicUrl,

        @JsonPropertyDescription("Version of the runtime in the pods.") @Size(max = Bounds.LABEL)
        Optional<String> runtimeVersion,

        @JsonPropertyDescription("Labels of the pods, for autoscalers.") @Size(max = Bounds.DESCRIPTION)
        Optional<String> selector,

        @JsonPropertyDescription("Pods that exist.") @Min(0) Optional<Integer> replicas,

        @JsonPropertyDescription("Pods that are ready.") @Min(0)
        Optional<Integer> readyReplicas,

        @JsonPropertyDescription("Pods that serve the newest revision.") @Min(0)
        Optional<Integer> convergedReplicas,

        @JsonPropertyDescription("Pods that serve the newest revision, out of those running, such as 2/3.")
        @Size(max = Bounds.VERSION)
        Optional<String> converged,

        @JsonPropertyDescription("Pods that do not serve the newest revision yet; at most 10 are named.")
        @AtomicList
        @Size(max = 10)
        List<@Size(max = Bounds.OBJECT_NAME) String> behind,

        @JsonPropertyDescription("The newest revision of the catalog.")
        Optional<Revision> revision,

        @JsonPropertyDescription("Definitions in the catalog.")
        Optional<Attached> attached,

        @JsonPropertyDescription("Toolsets that are served.") @ListMap("name") @Size(max = 16)
        List<ServedToolset> toolsets,

        @JsonPropertyDescription("Definitions that name this server and are not served in their newest generation.")
        Optional<Rejected> rejected,

        @JsonPropertyDescription("State of the connections.") @ListMap("name") @Size(max = 32)
        List<AdapterState> adapters,

        @JsonPropertyDescription("Adapters that every replica is connected to, out of all, such as 2/3.")
        @Size(max = Bounds.VERSION)
        Optional<String> connectedAdapters,

        @JsonPropertyDescription(
                "Fragments of the platform that are merged with the spec, in their order; the spec itself does not show them.")
        @AtomicList
        @Size(max = 16)
        List<@Size(max = Bounds.LABEL) String> platformFragments) {
    /** One published catalog. */
    public record Revision(
            @JsonPropertyDescription("Leadership that published it.") @Required @Size(max = Bounds.LABEL)
            String epoch,

            @JsonPropertyDescription("Order within the epoch.") @Required @Min(0)
            Long sequence,

            @JsonPropertyDescription("Digest of its content.") @Required @Size(max = Bounds.DIGEST)
            String sha256,

            @JsonPropertyDescription("Size of its parts, compressed.") @Min(0)
            Optional<Long> bytes,

            @JsonPropertyDescription("When it was published, RFC 3339 in UTC.")
            @Size(max = Bounds.TIMESTAMP)
            @SchemaFormat("date-time")
            Optional<String> publishedAt) {}

    /** Definitions in the catalog. */
    public record Attached(
            @JsonPropertyDescription("Tools.") @Required @Min(0)
            Integer tools,

            @JsonPropertyDescription("Prompts.") @Required @Min(0)
            Integer prompts,

            @JsonPropertyDescription("Resources.") @Required @Min(0)
            Integer resources) {}

    /** A toolset that is served. */
    public record ServedToolset(
            @JsonPropertyDescription("Name of the toolset, the last part of its URL.")
            @Required
            @Size(max = Bounds.LABEL)
            String name,

            @JsonPropertyDescription("Tools that it has.") @Required @Min(0)
            Integer tools) {}

    /** Leaves that are not served in their newest generation. */
    public record Rejected(
            @JsonPropertyDescription("How many.") @Required @Min(0)
            Integer count,

            @JsonPropertyDescription("Some of them; at most 20.") @AtomicList @Size(max = 20)
            List<Sample> samples) {}

    /** One rejected definition. */
    public record Sample(
            @JsonPropertyDescription("Tool, Prompt or Resource.") @Required @Size(max = Bounds.LABEL)
            String kind,

            @JsonPropertyDescription("Its namespace.") @Required @Size(max = Bounds.LABEL)
            String namespace,

            @JsonPropertyDescription("Its name.") @Required @Size(max = Bounds.OBJECT_NAME)
            String name,

            @JsonPropertyDescription("The item of an object that brings many definitions.") @Size(max = Bounds.ITEM)
            Optional<String> item,

            @JsonPropertyDescription("Why, as in its own conditions.") @Required @Size(max = Bounds.CONDITION_TYPE)
            String reason) {}

    /** State of one adapter. */
    public record AdapterState(
            @JsonPropertyDescription("Name of the adapter; sharedState is that of spec.sharedState.")
            @Required
            @Size(max = Bounds.LABEL)
            String name,

            @JsonPropertyDescription(
                    "Connected: on every replica; Degraded: not on all; Unavailable: on none; Unknown: no replica"
                            + " reported.")
            @Required
            State state,

            @JsonPropertyDescription("The newest error, without secrets.") @Size(max = Bounds.DESCRIPTION)
            Optional<String> message) {}

    /** Whether replicas reach a database. */
    public enum State {
        Connected,
        Degraded,
        Unavailable,
        Unknown,
        Unrecognized
    }
}
