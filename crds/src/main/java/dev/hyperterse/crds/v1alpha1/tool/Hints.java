package dev.hyperterse.crds.v1alpha1.tool;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.Optional;

/** Assumptions that clients may make about calls of a tool; an absent one follows from the statement and its adapter. */
public record Hints(
        @JsonPropertyDescription(
                "Whether calls change nothing. Default: true on a ReadOnly adapter, false where the statement writes; true is"
                        + " refused there. Of a request, what its method says.")
        Optional<Boolean> readOnly,

        @JsonPropertyDescription(
                "Whether calls may destroy something, as opposed to adding only. Default: what the statement does; false is"
                        + " refused where it changes or removes rows.")
        Optional<Boolean> destructive,

        @JsonPropertyDescription("Whether a second call with the same arguments changes nothing more.")
        Optional<Boolean> idempotent,

        @JsonPropertyDescription("Whether calls reach beyond the database, as a web search does.")
        Optional<Boolean> openWorld) {}
