package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.schema.ListMap;
import dev.hyperterse.crds.schema.ListSet;
import dev.hyperterse.crds.v1alpha1.action.Script;
import dev.hyperterse.crds.v1alpha1.action.Statement;
import dev.hyperterse.crds.v1alpha1.action.UpstreamResource;
import dev.hyperterse.crds.v1alpha1.auth.LeafAuth;
import dev.hyperterse.crds.v1alpha1.content.Role;
import dev.hyperterse.crds.v1alpha1.content.Skill;
import dev.hyperterse.crds.v1alpha1.input.Argument;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import dev.hyperterse.crds.v1alpha1.shared.Icon;
import dev.hyperterse.crds.v1alpha1.shared.KeyRef;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** The desired state of a Resource. */
@ValidationRule(
        value = "[has(self.uri), has(self.uriTemplate), has(self.mcp) && has(self.mcp.definitions)]"
                + ".filter(set, set).size() == 1",
        message = "exactly one of uri and uriTemplate must be set, or spec.mcp.definitions, which have theirs")
@ValidationRule(
        value = "[has(self.text), has(self.blob), has(self.configMapKeyRef), has(self.skill), "
                + "has(self.statement), has(self.script), has(self.mcp)].filter(set, set).size() == 1",
        message = "exactly one of text, blob, configMapKeyRef, skill, statement, script and mcp must be set")
@ValidationRule(
        value = "!has(self.mcp) || !has(self.mcp.definitions) || [has(self.name), has(self.title),"
                + " has(self.description), has(self.mimeType), has(self.size)].filter(set, set).size() == 0",
        message = "name, title, description, mimeType and size come from spec.mcp.definitions: use spec.mcp.overrides")
@ValidationRule(
        value = "!has(self.arguments) || has(self.uriTemplate)",
        message = "arguments describe the variables of uriTemplate: remove them from a resource with a fixed " + "uri")
@ValidationRule(value = "!has(self.size) || has(self.uri)", message = "size is for a resource with a fixed uri")
@ValidationRule(
        value = "!has(self.skill) || has(self.uri) && self.uri.matches('" + Formats.SKILL_URI + "')",
        message = "the uri of a skill ends with its name and SKILL.md, such as skill://refunds/SKILL.md")
@ValidationRule(
        value = "!has(self.skill) || [has(self.name), has(self.description), has(self.mimeType), has(self.size)]"
                + ".filter(set, set).size() == 0",
        message = "name, description, mimeType and size of a skill come from its SKILL.md: remove them")
@ValidationRule(
        value = "!has(self.timeout) || has(self.statement) || has(self.script) || has(self.mcp)",
        message = "timeout needs a statement, a script or mcp")
public record McpResourceSpec(
        @JsonPropertyDescription("Servers that serve this resource. 1 to 16, each once.")
        @Required
        @AtomicList
        @Size(min = 1, max = 16)
        @ValidationRule(value = ServerRef.EACH_ONCE, message = "serverRefs must not name a server twice")
        List<ServerRef> serverRefs,

        @JsonPropertyDescription("Whether to stop serving it everywhere while keeping the object. Default false.")
        Optional<Boolean> suspend,

        @JsonPropertyDescription("Name of the resource. Default: the name of this object.")
        @Size(min = 1, max = Bounds.TITLE)
        Optional<String> name,

        @JsonPropertyDescription("Name shown to people.") @Size(max = Bounds.TITLE)
        Optional<String> title,

        @JsonPropertyDescription("What it is for; agents choose by it.") @Size(max = Bounds.DESCRIPTION)
        Optional<String> description,

        @JsonPropertyDescription("Icons that clients may show. Up to 8.") @AtomicList @Size(max = 8)
        List<Icon> icons,

        @JsonPropertyDescription("URI of the resource, such as docs://handbook. Exactly one of uri and uriTemplate.")
        @Size(min = 1, max = Bounds.URL)
        @Pattern(Formats.URI)
        Optional<String> uri,

        @JsonPropertyDescription(
                "Template of URIs (RFC 6570, levels 1 and 2), such as orders://{id}. Its variables are the "
                        + "arguments. Exactly one of uri and uriTemplate.")
        @Size(min = 1, max = Bounds.URL)
        @Pattern(Formats.URI_TEMPLATE)
        Optional<String> uriTemplate,

        @JsonPropertyDescription(
                "Media type of the content, such as text/markdown. Default: text/plain for text, "
                        + "application/octet-stream for data, application/json for a statement; none for mcp, whose contents have their own.")
        @Size(max = Bounds.MIME_TYPE)
        @Pattern(Formats.MIME_TYPE)
        Optional<String> mimeType,

        @JsonPropertyDescription(
                "Size of the content in bytes, as shown to clients. Default: that of text, blob or ConfigMap " + "key.")
        @Min(0)
        @Max(1099511627776L)
        Optional<Long> size,

        @JsonPropertyDescription("Audience of the resource, and how important it is.")
        Optional<ResourceHints> hints,

        @JsonPropertyDescription("Descriptions and completion of the variables of uriTemplate. Up to 64.")
        @ListMap("name")
        @Size(max = 64)
        List<Argument> arguments,

        @JsonPropertyDescription(
                "The content as text, up to 128 KiB; with uriTemplate {{ name }} stands for a variable. "
                        + "Exactly one of text, blob, configMapKeyRef, skill, statement, script and mcp.")
        @Size(max = Bounds.INLINE)
        Optional<String> text,

        @JsonPropertyDescription("The content as data in base64, up to 128 KiB.")
        @Size(max = Bounds.INLINE)
        @Pattern(Formats.BASE64)
        Optional<String> blob,

        @JsonPropertyDescription(
                "A key of a ConfigMap labelled hyperterse.dev/readable=true, which holds the content; a change there is a change of the resource.")
        Optional<KeyRef> configMapKeyRef,

        @JsonPropertyDescription(
                "A skill for agents: a folder of files, which clients list, check by digests and read one by one.")
        Optional<Skill> skill,

        @JsonPropertyDescription(
                "A statement whose rows are the content, as JSON. Variables of uriTemplate are its inputs, as"
                        + " strings.")
        Optional<Statement> statement,

        @JsonPropertyDescription("A script that makes the content; the variables of uriTemplate are its inputs.")
        Optional<Script> script,

        @JsonPropertyDescription(
                "A resource of another MCP server, which has the same uri or uriTemplate there, or several.")
        Optional<UpstreamResource> mcp,

        @JsonPropertyDescription(
                "Which callers may see and use it, of those that the server lets in. Default: all of them.")
        Optional<LeafAuth> auth,

        @JsonPropertyDescription(
                "How long reading may take, for a statement, a script or mcp. The server's limits.callTimeout bounds"
                        + " it.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> timeout)
        implements LeafSpec {
    /** For whom a resource is, and how important. */
    public record ResourceHints(
            @JsonPropertyDescription("Intended audience of the content: user, assistant or both. Default: both.")
            @ListSet
            @Size(max = 2)
            List<Role> audience,

            @JsonPropertyDescription("Importance from 0 (optional) to 1 (needed).") @Min(0) @Max(1)
            Optional<BigDecimal> priority) {}
}
