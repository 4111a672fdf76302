package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Optional;

/** Which definitions may attach to a server, and how they are named. */
@ValidationRule(
        value = "!has(self.namespaces) || self.namespaces.from == 'Same' || has(self.toolNames)",
        message = "attachments from other namespaces need toolNames: Namespaced, or an explicit Plain where "
                + "names may collide")
public record Attachments(
        @JsonPropertyDescription("Namespaces whose Tools, Prompts and Resources may attach. Default: Same. Others need "
                + "auth.mode Required and an explicit toolNames.")
        Optional<AttachmentGrant> namespaces,

        @JsonPropertyDescription("Plain (default: the name of the tool) or Namespaced (the namespace in front, as in "
                + "team-a.list-orders).")
        Optional<ToolNames> toolNames,

        @JsonPropertyDescription(
                "How many definitions of one namespace are served; later ones are refused. Default: no limit.")
        @Min(1)
        @Max(100000)
        Optional<Integer> maxDefinitionsPerNamespace) {}
