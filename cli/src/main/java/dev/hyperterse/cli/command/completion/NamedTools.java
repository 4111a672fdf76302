package dev.hyperterse.cli.command.completion;

import dev.hyperterse.cli.client.McpAddress;
import dev.hyperterse.cli.client.RemoteConnection;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ManifestReader;
import dev.hyperterse.cli.status.ObjectName;
import dev.hyperterse.cli.status.ObservedKind;
import dev.hyperterse.cli.terminal.BuildVersion;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The tools of the target of a command: of manifests as they are written, of a server as it lists them. */
record NamedTools(WordPlace place) {
    /** @param inputs with their values, where these are a choice */
    record NamedTool(String name, Map<String, List<String>> inputs) {}

    List<NamedTool> all() {
        var target = place.argument(0).orElse("");
        var path = Path.of(target);
        if (Files.exists(path)) {
            return new ManifestReader(path)
                    .read().of(ManifestKind.TOOL).stream().map(NamedTools::of).toList();
        }
        return ObjectName.of(target)
                .filter(object -> object.kind() == ObservedKind.SERVER)
                .map(server -> ClusterNames.of(place.options()).tools(server.name()))
                .or(() -> McpAddress.of(target).map(NamedTools::listed))
                .orElse(List.of());
    }

    private static List<NamedTool> listed(URI url) {
        try (var connection =
                RemoteConnection.open(url, Map.of(), BuildVersion.read().version())) {
            return connection.tools().stream()
                    .map(tool -> new NamedTool(
                            tool.path("name").asString(""),
                            ofSchema(tool.path("inputSchema").path("properties"))))
                    .toList();
        }
    }

    private static Map<String, List<String>> ofSchema(JsonNode properties) {
        var inputs = new LinkedHashMap<String, List<String>>();
        properties
                .properties()
                .forEach(input -> inputs.put(
                        input.getKey(),
                        values(
                                input.getValue().path("type").asString(""),
                                input.getValue()
                                        .path("enum")
                                        .valueStream()
                                        .map(value -> value.asString(value.toString())))));
        return inputs;
    }

    private static NamedTool of(Manifest tool) {
        var inputs = new LinkedHashMap<String, List<String>>();
        for (var input : tool.list("inputs")) {
            // Those with a source are not the caller's.
            if (input instanceof Map<?, ?> fields
                    && fields.get("name") instanceof String name
                    && !fields.containsKey("source")) {
                inputs.put(
                        name,
                        values(
                                String.valueOf(fields.get("type")),
                                fields.get("enum") instanceof List<?> choices
                                        ? choices.stream().map(String::valueOf)
                                        : Stream.of()));
            }
        }
        if (tool.spec().get("inputSchema") instanceof Map<?, ?> schema
                && schema.get("properties") instanceof Map<?, ?> properties) {
            properties.keySet().forEach(name -> inputs.putIfAbsent(String.valueOf(name), List.of()));
        }
        return new NamedTool(tool.publicName(), inputs);
    }

    private static List<String> values(String type, Stream<String> choices) {
        return type.equals("boolean") ? List.of("true", "false") : choices.toList();
    }
}
