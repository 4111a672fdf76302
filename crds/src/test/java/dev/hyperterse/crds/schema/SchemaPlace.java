package dev.hyperterse.crds.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;

/** One schema and where it stands; {@code inputs[]} is what stands inside a list, {@code {}} inside a map. */
record SchemaPlace(String path, JsonNode schema) {
    private static final String IN_A_LIST = "[]";
    private static final String IN_A_MAP = "{}";

    /** What a workload takes over from Kubernetes' own types: described there, bounded here. */
    private static final Set<String> BORROWED =
            Set.of("spec.workload.resources", "spec.workload.networkPolicy.from", "spec.workload.networkPolicy.egress");

    static Stream<SchemaPlace> all(Path file) throws IOException {
        var definition = Serialization.unmarshal(Files.readString(file), ObjectNode.class);
        var root = definition.at("/spec/versions/0/schema/openAPIV3Schema");
        return Stream.of("spec", "status")
                .flatMap(part -> below(new SchemaPlace(part, root.at("/properties/" + part))))
                .toList()
                .stream();
    }

    private static Stream<SchemaPlace> below(SchemaPlace place) {
        var schema = place.schema();
        var properties = schema.path("properties")
                .propertyStream()
                .map(property -> new SchemaPlace(place.path() + "." + property.getKey(), property.getValue()));
        var elements = Stream.of("items", "additionalProperties")
                .filter(schema::has)
                .map(inside -> new SchemaPlace(
                        place.path() + (inside.equals("items") ? IN_A_LIST : IN_A_MAP), schema.path(inside)));
        return Stream.concat(
                Stream.of(place), Stream.concat(properties, elements).flatMap(SchemaPlace::below));
    }

    String type() {
        return isIntOrString() ? "string" : schema.path("type").asText();
    }

    boolean isIntOrString() {
        return schema.path("x-kubernetes-int-or-string").asBoolean();
    }

    boolean isBorrowed() {
        return BORROWED.stream().anyMatch(borrowed -> path.startsWith(borrowed) && !path.equals(borrowed));
    }

    String name() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** An object that has nothing but that value, here. */
    ObjectNode around(JsonNode value) {
        var factory = JsonNodeFactory.instance;
        if (path.endsWith(IN_A_LIST)) {
            return outer(IN_A_LIST).around(factory.arrayNode().add(value));
        }
        if (path.endsWith(IN_A_MAP)) {
            return outer(IN_A_MAP).around(factory.objectNode().set("key", value));
        }
        var object = factory.objectNode().<ObjectNode>set(name(), value);
        return path.contains(".") ? outer("." + name()).around(object) : object;
    }

    private SchemaPlace outer(String suffix) {
        return new SchemaPlace(path.substring(0, path.length() - suffix.length()), schema);
    }
}
