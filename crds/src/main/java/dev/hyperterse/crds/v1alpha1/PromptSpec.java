package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.schema.ListMap;
import dev.hyperterse.crds.v1alpha1.action.Script;
import dev.hyperterse.crds.v1alpha1.action.UpstreamPrompt;
import dev.hyperterse.crds.v1alpha1.auth.LeafAuth;
import dev.hyperterse.crds.v1alpha1.content.PromptMessage;
import dev.hyperterse.crds.v1alpha1.input.Argument;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import dev.hyperterse.crds.v1alpha1.shared.Icon;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Optional;

/** The desired state of a Prompt. */
@ValidationRule(
        value = "[has(self.messages) && size(self.messages) > 0, has(self.script), has(self.mcp)]"
                + ".filter(set, set).size() == 1",
        message = "exactly one of messages, script and mcp must be set")
@ValidationRule(
        value = "!has(self.mcp) || !has(self.mcp.definitions) || [has(self.name), has(self.title),"
                + " has(self.description), has(self.arguments)].filter(set, set).size() == 0",
        message = "name, title, description and arguments come from spec.mcp.definitions: use spec.mcp.overrides")
public record PromptSpec(
        @JsonPropertyDescription("Servers that serve this prompt. 1 to 16, each once.")
        @Required
        @AtomicList
        @Size(min = 1, max = 16)
        @ValidationRule(value = ServerRef.EACH_ONCE, message = "serverRefs must not name a server twice")
        List<ServerRef> serverRefs,

        @JsonPropertyDescription("Whether to stop serving it everywhere while keeping the object. Default false.")
        Optional<Boolean> suspend,

        @JsonPropertyDescription("Name that clients get the prompt by. Default: the name of this object.")
        @Size(min = 1, max = Bounds.TOOL_NAME)
        @Pattern(Formats.TOOL_NAME)
        Optional<String> name,

        @JsonPropertyDescription("Name shown to people.") @Size(max = Bounds.TITLE)
        Optional<String> title,

        @JsonPropertyDescription("What it is for; agents choose by it.") @Size(max = Bounds.DESCRIPTION)
        Optional<String> description,

        @JsonPropertyDescription("Icons that clients may show. Up to 8.") @AtomicList @Size(max = 8)
        List<Icon> icons,

        @JsonPropertyDescription("Arguments of the prompt, in the order shown to clients. Up to 64.")
        @ListMap("name")
        @Size(max = 64)
        List<Argument> arguments,

        @JsonPropertyDescription("Messages of the prompt. Exactly one of messages, script and mcp.")
        @AtomicList
        @Size(max = 64)
        List<PromptMessage> messages,

        @JsonPropertyDescription("A script that makes the messages; the arguments are its inputs.")
        Optional<Script> script,

        @JsonPropertyDescription("A prompt of another MCP server, or several; the arguments are passed on as they are.")
        Optional<UpstreamPrompt> mcp,

        @JsonPropertyDescription(
                "Which callers may see and use it, of those that the server lets in. Default: all of them.")
        Optional<LeafAuth> auth)
        implements LeafSpec {}
