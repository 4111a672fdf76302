package dev.hyperterse.runtime.live.definition;

import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ResourceLeaf.Address;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.Argument;
import dev.hyperterse.runtime.live.definition.Listing.Entry;
import dev.hyperterse.runtime.view.ViewPage;
import dev.hyperterse.search.document.ToolShape;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of leaves in list responses, encoded once per leaf. */
public final class LeafJson {
    private static final JsonMapper JSON = JsonMapper.shared();

    private LeafJson() {}

    public static Entry tool(ToolLeaf leaf) {
        var json = JSON.createObjectNode().put("name", leaf.name());
        put(json, "title", leaf.title());
        put(json, "description", leaf.description());
        json.set("inputSchema", leaf.inputSchema());
        leaf.outputSchema().ifPresent(schema -> json.set("outputSchema", schema));
        annotations(leaf.hints()).ifPresent(annotations -> json.set("annotations", annotations));
        IconJson.put(json, leaf.icons());
        LargerResults.announce(List.of(leaf), json);
        leaf.view()
                .ifPresent(
                        _ -> json.withObjectProperty("_meta").putObject("ui").put("resourceUri", ViewPage.uri(leaf)));
        return entry(leaf.name(), json);
    }

    /** The part of a tool's entry that describes how to call it; search shows the same. */
    public static ToolShape shape(ToolLeaf leaf) {
        return new ToolShape(leaf.inputSchema(), leaf.outputSchema(), annotations(leaf.hints()));
    }

    public static Entry prompt(PromptLeaf leaf) {
        var json = JSON.createObjectNode().put("name", leaf.name());
        put(json, "title", leaf.title());
        put(json, "description", leaf.description());
        var arguments = json.putArray("arguments");
        leaf.arguments().forEach(argument -> argument(arguments.addObject(), argument));
        IconJson.put(json, leaf.icons());
        return entry(leaf.name(), json);
    }

    /** The entry of a resource or a template, depending on its address. */
    public static Entry resource(ResourceLeaf leaf) {
        var json = JSON.createObjectNode();
        switch (leaf.address()) {
            case Address.Fixed(var uri) -> json.put("uri", uri);
            case Address.Templated(var template) -> json.put("uriTemplate", template.text());
        }
        json.put("name", leaf.name());
        put(json, "title", leaf.title());
        put(json, "description", leaf.description());
        leaf.mimeType().ifPresent(type -> json.put("mimeType", type));
        leaf.size().ifPresent(size -> json.put("size", size));
        annotations(json, leaf.audience());
        IconJson.put(json, leaf.icons());
        return entry(leaf.publicName(), json);
    }

    static Entry entry(String key, ObjectNode json) {
        return new Entry(key, JSON.writeValueAsBytes(json));
    }

    private static void argument(ObjectNode json, Argument argument) {
        json.put("name", argument.name());
        put(json, "title", argument.title());
        put(json, "description", argument.description());
        json.put("required", argument.required());
    }

    private static Optional<JsonNode> annotations(ToolLeaf.Hints hints) {
        if (hints.equals(ToolLeaf.Hints.NONE)) {
            return Optional.empty();
        }
        var annotations = JSON.createObjectNode();
        hints.readOnly().ifPresent(hint -> annotations.put("readOnlyHint", hint));
        hints.destructive().ifPresent(hint -> annotations.put("destructiveHint", hint));
        hints.idempotent().ifPresent(hint -> annotations.put("idempotentHint", hint));
        hints.openWorld().ifPresent(hint -> annotations.put("openWorldHint", hint));
        return Optional.of(annotations);
    }

    private static void annotations(ObjectNode json, ResourceLeaf.Audience audience) {
        if (audience.equals(ResourceLeaf.Audience.ANYONE)) {
            return;
        }
        var annotations = json.putObject("annotations");
        if (!audience.roles().isEmpty()) {
            var roles = annotations.putArray("audience");
            audience.roles().forEach(role -> roles.add(role.name()));
        }
        audience.priority().ifPresent(priority -> annotations.put("priority", priority));
    }

    private static void put(ObjectNode json, String member, Optional<String> value) {
        value.ifPresent(text -> json.put(member, text));
    }
}
