package dev.hyperterse.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.net.URI;
import java.util.stream.Stream;

/**
 * Server-side apply as far as the mock needs it: what is applied is laid over what is there, and the field manager is noted.
 * Fields that are no longer applied stay; lists are replaced.
 */
record MockApply(String path, String manager, ObjectNode applied) {
    static MockApply of(String pathAndQuery, String body) {
        var uri = URI.create(pathAndQuery);
        var manager = Stream.of(uri.getQuery().split("&"))
                .filter(it -> it.startsWith("fieldManager="))
                .map(it -> it.substring("fieldManager=".length()))
                .findFirst()
                .orElseThrow();
        return new MockApply(uri.getPath(), manager, Serialization.unmarshal(body, ObjectNode.class));
    }

    /** Where an object of that kind is created. */
    String collection() {
        return path.substring(0, path.lastIndexOf('/'));
    }

    String created() {
        var object = applied.deepCopy();
        noteManager(object);
        return object.toString();
    }

    /** The same as before where the apply changes nothing. */
    String over(String current) {
        var object = Serialization.unmarshal(current, ObjectNode.class);
        lay(applied, object);
        noteManager(object);
        return object.toString();
    }

    private static void lay(ObjectNode upper, ObjectNode lower) {
        upper.properties().forEach(field -> {
            if (field.getValue() instanceof ObjectNode map && lower.get(field.getKey()) instanceof ObjectNode below) {
                lay(map, below);
            } else if (!field.getValue().isNull()) {
                lower.set(field.getKey(), field.getValue());
            }
        });
    }

    private void noteManager(ObjectNode object) {
        ArrayNode entries = object.withObject("/metadata").withArray("managedFields");
        for (var i = entries.size() - 1; i >= 0; i--) {
            if (manager.equals(entries.get(i).path("manager").asText())) {
                entries.remove(i);
            }
        }
        var entry = entries.addObject().put("manager", manager).put("operation", "Apply");
        JsonNode replicas = applied.path("spec").path("replicas");
        if (replicas.isNumber()) {
            entry.withObject("/fieldsV1/f:spec").putObject("f:replicas");
        }
    }
}
