package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.schema.ListSet;
import dev.hyperterse.crds.v1alpha1.action.Script;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import dev.hyperterse.crds.v1alpha1.shared.Grant;
import dev.hyperterse.crds.v1alpha1.shared.ServerDocument;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Optional;

/** Which scripts run, and what they may do and use. */
public record ServerScripts(
        @JsonPropertyDescription("Namespaces whose definitions may have scripts. Default: Same.")
        Optional<Grant> namespaces,

        @JsonPropertyDescription(
                "Of scripts that have none: Shared or Fresh. Isolated runs every script in a memory of its own, for authors who do not trust each other; it is slower. Default Shared.")
        Optional<Script.Engine> engine,

        @JsonPropertyDescription("Threads of one replica that run scripts. Default 2.") @Min(1) @Max(64)
        Optional<Integer> threads,

        @JsonPropertyDescription("How long one run may take, 100ms to 1h, waiting for people excluded. Default 10s.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> timeout,

        @JsonPropertyDescription(
                "Processor time that one run may take, 10ms to 1m: waiting does not count. Default 2s.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> cpuTime,

        @JsonPropertyDescription(
                "Runs of one replica that may have begun and not ended, running or waiting. Default 512.")
        @Min(2)
        @Max(10_000)
        Optional<Integer> runs,

        @JsonPropertyDescription(
                "How long a client may take to answer one question, of a script or of confirm, 1s to 1h. Default 5m.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> inputTimeout,

        @JsonPropertyDescription("Bytes that one run may allocate, 1Mi to 1Gi. Default 128Mi.")
        Optional<Quantity> allocation,

        @JsonPropertyDescription(
                "Bytes that all runs of a replica together may have allocated, 1Mi to 8Gi; at most what limits.bufferSize leaves of their share of the heap. Default 192Mi.")
        Optional<Quantity> heap,

        @JsonPropertyDescription("What scripts may fetch. Default: nothing.") @AtomicList @Size(max = 64)
        List<Fetch> fetch,

        @JsonPropertyDescription(
                "Headers of requests that scripts may read in ctx.headers; never Authorization, Cookie and other credentials.")
        @ListSet
        @Size(max = 32)
        List<@Size(min = 1, max = Bounds.HEADER) @Pattern(Formats.HEADER) String> headers) {
    /** An address that scripts may fetch. */
    public record Fetch(
            @JsonPropertyDescription(
                    "An http or https URL such as https://api.example.com/v1/; all below its path may be fetched.")
            @Required
            @Size(min = 1, max = Bounds.URL)
            @Pattern(Formats.HTTP_URL)
            String url,

            @JsonPropertyDescription("Namespaces whose scripts may fetch it. Default: Same.")
            Optional<Grant> namespaces,

            @JsonPropertyDescription(
                    "Where its host may be: Public (on the internet), or Private (also in private networks, such as those of the cluster). "
                            + "An address in the URL itself is always allowed. Default: Public.")
            Optional<Addresses> addresses,

            @JsonPropertyDescription(
                    "Certificates of the authorities to trust, as PEM. Default: those of the runtime image.")
            Optional<ServerDocument> ca) {
        /** Where a host may be. */
        public enum Addresses {
            Public,
            Private,
            Unrecognized
        }
    }
}
