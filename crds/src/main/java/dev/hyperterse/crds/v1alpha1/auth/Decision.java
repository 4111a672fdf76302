package dev.hyperterse.crds.v1alpha1.auth;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import dev.hyperterse.crds.v1alpha1.shared.ServerDocument;
import dev.hyperterse.crds.v1alpha1.shared.ValueSource;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** A policy decision point that is asked about each call by HTTP. */
public record Decision(
        @JsonPropertyDescription("URL that questions are posted to. https, or http on the loopback of the pod.")
        @Required
        @Size(min = 1, max = Bounds.URL)
        @Pattern(Formats.HTTP_URL)
        String url,

        @JsonPropertyDescription("Longest time for one answer, up to 30s. Default 1s.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> timeout,

        @JsonPropertyDescription(
                "What becomes of calls that are not decided: Closed (default) refuses them, Open lets " + "them go on.")
        Optional<Failure> failure,

        @JsonPropertyDescription("Key of at least 32 characters that questions are signed with (HMAC-SHA256).")
        @Required
        ValueSource key,

        @JsonPropertyDescription(
                "PEM certificates of the only authority that the decision point's may come from. Default: "
                        + "those of the image.")
        Optional<ServerDocument> ca) {
    /** The end of calls that are not decided. */
    public enum Failure {
        Closed,
        Open,
        Unrecognized
    }
}
