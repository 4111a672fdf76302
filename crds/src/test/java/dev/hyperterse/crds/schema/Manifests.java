package dev.hyperterse.crds.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The committed files: one CRD each, as {@code kubectl apply} takes it. */
final class Manifests {
    static final Path DIRECTORY = Path.of("manifests");

    static final String UPDATE =
            "mvn -pl crds -am test -Dtest='Committed*Test' -Dcrds.update=true -Dsurefire.failIfNoSpecifiedTests=false";

    private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
                    .disable(YAMLGenerator.Feature.SPLIT_LINES)
                    .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                    .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                    .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                    .build())
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    private Manifests() {}

    static Path fileOf(CustomResourceDefinition definition) {
        return DIRECTORY.resolve(definition.getMetadata().getName() + ".yaml");
    }

    static String textOf(CustomResourceDefinition definition) {
        try {
            return "# Generated from the records of crds/src/main/java. Rewrite it with:\n#   " + UPDATE + "\n"
                    + YAML.writeValueAsString(wholeNumbersPlain(YAML.valueToTree(definition)));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** The model keeps minimum and maximum as doubles: {@code 1.0} where a person would write {@code 1}. */
    private static JsonNode wholeNumbersPlain(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.properties().forEach(entry -> entry.setValue(wholeNumbersPlain(entry.getValue())));
        } else if (node instanceof ArrayNode array) {
            for (var index = 0; index < array.size(); index++) {
                array.set(index, wholeNumbersPlain(array.get(index)));
            }
        } else if (node.isDouble() && node.asDouble() == Math.rint(node.asDouble())) {
            return JsonNodeFactory.instance.numberNode(node.asLong());
        }
        return node;
    }
}
