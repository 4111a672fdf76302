package dev.hyperterse.crds.v1alpha1.tool;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** How calls of a tool become tasks. */
public record ToolTask(
        @JsonPropertyDescription(
                "Whether clients without the extension for tasks are refused. Default false: they get ordinary calls.")
        Optional<Boolean> required,

        @JsonPropertyDescription(
                "How long a client waits for the result before it gets a task, up to 1m. Default: it gets one at once.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> after,

        @JsonPropertyDescription(
                "How long a task may run, 1s to 24h, in place of limits.callTimeout. The server's limits.taskTimeout bounds it. Default: that.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> timeout,

        @JsonPropertyDescription(
                "How long the replica keeps the result behind the longest run, 1s to 24h: the ttlMs of a task is timeout and this. Default 5m.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> keep) {}
