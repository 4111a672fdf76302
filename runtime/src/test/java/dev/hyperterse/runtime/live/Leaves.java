package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.Digest;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ResourceLeaf.Address;
import dev.hyperterse.catalog.ResourceLeaf.Body;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.UriTemplate;
import dev.hyperterse.catalog.input.Argument;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Definitions for tests, without the parts that no test reads. */
public final class Leaves {
    private Leaves() {}

    public static ToolLeaf tool(String name, String description) {
        return tool(name, description, Optional.empty());
    }

    public static ToolLeaf tool(String name, String description, Optional<JsonNode> outputSchema) {
        return tool(name, description, outputSchema, sql("SELECT * FROM " + name.replace('-', '_')));
    }

    public static ToolLeaf tool(String name, Action action) {
        return tool(name, "Runs it", Optional.empty(), action);
    }

    private static ToolLeaf tool(String name, String description, Optional<JsonNode> outputSchema, Action action) {
        return new ToolLeaf(
                identity(LeafKind.Tool, name),
                name,
                Optional.empty(),
                Optional.of(description),
                List.of(),
                ToolLeaf.Hints.NONE,
                new Inputs.Declared(List.of(id())),
                json("{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"integer\"}}}"),
                outputSchema,
                action,
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
    }

    public static Action.RunSql sql(String text) {
        return new Action.RunSql("db", new SqlStatement(Dialect.SQLITE, List.of(new Segment.Text(text))), text);
    }

    public static PromptLeaf prompt(String name, List<Argument> arguments, Content... contents) {
        return new PromptLeaf(
                identity(LeafKind.Prompt, name),
                name,
                Optional.empty(),
                Optional.of("prompt " + name),
                List.of(),
                arguments,
                List.of(contents).stream()
                        .map(content -> new PromptLeaf.Message(PromptLeaf.Role.user, content))
                        .toList(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** A prompt whose messages are made by each get. */
    public static PromptLeaf prompt(String name, List<Argument> arguments, PromptLeaf.Computed computed) {
        return new PromptLeaf(
                identity(LeafKind.Prompt, name),
                name,
                Optional.empty(),
                Optional.of("prompt " + name),
                List.of(),
                arguments,
                List.of(),
                Optional.of(computed),
                Optional.empty(),
                Optional.empty());
    }

    /** A resource of another server, or a template whose variables are the inputs. */
    public static ResourceLeaf of(Action.ReadResource action, List<Input> inputs) {
        return resource(action.address(), List.of(), new Body.Computed(inputs, action, Optional.empty()));
    }

    public static Argument argument(String name, boolean required, String... completion) {
        return new Argument(name, Optional.empty(), Optional.empty(), required, List.of(completion));
    }

    public static ResourceLeaf resource(String uri, Body body) {
        return resource(new Address.Fixed(uri), List.of(), body);
    }

    /** A skill whose files say their paths. */
    public static ResourceLeaf skill(String root, String... paths) {
        var name = root.substring(root.lastIndexOf('/') + 1);
        var frontmatter =
                JsonMapper.shared().createObjectNode().put("name", name).put("description", "Is " + name);
        var files = Stream.of(paths)
                .map(path ->
                        new ResourceLeaf.SkillFile(path, "text/markdown", path.length(), Digest.of(path), text(path)))
                .toList();
        var uri = root + "/SKILL.md";
        return new ResourceLeaf(
                identity(LeafKind.Resource, uri),
                new Address.Fixed(uri),
                name,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.of("text/markdown"),
                Optional.empty(),
                ResourceLeaf.Audience.ANYONE,
                List.of(),
                new Body.Skill(frontmatter, files),
                Optional.empty(),
                Optional.empty());
    }

    public static ResourceLeaf template(UriTemplate template, List<Argument> arguments, Body body) {
        return resource(new Address.Templated(template), arguments, body);
    }

    private static ResourceLeaf resource(Address address, List<Argument> arguments, Body body) {
        var name =
                switch (address) {
                    case Address.Fixed(var uri) -> uri;
                    case Address.Templated(var template) -> template.text();
                };
        return new ResourceLeaf(
                identity(LeafKind.Resource, name),
                address,
                name,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.of("text/plain"),
                Optional.empty(),
                ResourceLeaf.Audience.ANYONE,
                arguments,
                body,
                Optional.empty(),
                Optional.empty());
    }

    public static Body.Text text(String text) {
        return new Body.Text(Template.literal(text));
    }

    /** Parts are literals, unless they look like {@code {name}}, {@code {+name}} or {@code {#name}}. */
    public static UriTemplate uriTemplate(String... parts) {
        return new UriTemplate(
                String.join("", parts),
                List.of(parts).stream().map(Leaves::part).toList());
    }

    private static UriTemplate.Part part(String text) {
        if (!text.startsWith("{")) {
            return new UriTemplate.Literal(text);
        }
        var expansion =
                switch (text.charAt(1)) {
                    case '+' -> UriTemplate.Expansion.RESERVED;
                    case '#' -> UriTemplate.Expansion.FRAGMENT;
                    default -> UriTemplate.Expansion.SIMPLE;
                };
        int from = expansion == UriTemplate.Expansion.SIMPLE ? 1 : 2;
        return new UriTemplate.Variable(text.substring(from, text.length() - 1), expansion);
    }

    public static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    private static LeafIdentity identity(LeafKind kind, String name) {
        return new LeafIdentity(kind, "shop", name, "uid-" + name, 1);
    }

    private static Input id() {
        return new Input(
                "id",
                InputType.INT,
                Optional.empty(),
                Optional.of("which one"),
                true,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
