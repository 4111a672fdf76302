package dev.hyperterse.crds.schema;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hyperterse.crds.v1alpha1.shared.JsonText;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the generator cannot say about a property: how lists merge, formats, and that {@code Unrecognized} is not a value
 * to write. Walks a record beside its schema. Types of Kubernetes itself get their bounds from {@link BorrowedTypes}.
 */
final class PropertyCompletion {
    private PropertyCompletion() {}

    static void completeRecord(Class<?> type, JSONSchemaProps schema) {
        for (var component : type.getRecordComponents()) {
            var property = schema.getProperties().get(nameOf(component));
            complete(component.getGenericType(), property);
            listType(component, property);
            // The generator meets the rules of a component twice: at its field and at its accessor.
            property.setXKubernetesValidations(
                    property.getXKubernetesValidations().stream().distinct().toList());
            Optional.ofNullable(component.getAnnotation(SchemaFormat.class))
                    .ifPresent(format -> property.setFormat(format.value()));
        }
    }

    private static void complete(Type type, JSONSchemaProps schema) {
        if (type instanceof ParameterizedType container) {
            var arguments = container.getActualTypeArguments();
            if (container.getRawType() == List.class) {
                complete(arguments[0], schema.getItems().getSchema());
            } else if (container.getRawType() == Map.class) {
                complete(arguments[1], schema.getAdditionalProperties().getSchema());
            } else {
                complete(arguments[0], schema);
            }
        } else if (type instanceof Class<?> plain) {
            completePlain(plain, schema);
        }
    }

    private static void completePlain(Class<?> type, JSONSchemaProps schema) {
        if (type == JsonNode.class || type == JsonText.class) {
            schema.setType("object");
            schema.setXKubernetesMapType("atomic");
        } else if (type.isRecord()) {
            completeRecord(type, schema);
        } else if (type.isEnum()) {
            schema.setEnum(spellings(type));
        } else if (type == Integer.class) {
            WholeNumbers.bound(schema, WholeNumbers.INT);
        } else if (type == Long.class) {
            WholeNumbers.bound(schema, WholeNumbers.LONG);
        } else if (type == Quantity.class) {
            BorrowedTypes.quantity(schema);
        } else if (type.getPackageName().startsWith("io.fabric8.kubernetes.api.model")) {
            BorrowedTypes.bound(schema);
        }
    }

    private static void listType(RecordComponent component, JSONSchemaProps property) {
        var keys = component.getAnnotation(ListMap.class);
        if (keys != null) {
            property.setXKubernetesListType("map");
            property.setXKubernetesListMapKeys(List.of(keys.value()));
        } else if (component.isAnnotationPresent(ListSet.class)) {
            property.setXKubernetesListType("set");
        } else if (component.isAnnotationPresent(AtomicList.class)) {
            property.setXKubernetesListType("atomic");
        }
    }

    private static String nameOf(RecordComponent component) {
        var renamed = component.getAccessor().getAnnotation(JsonProperty.class);
        return renamed == null ? component.getName() : renamed.value();
    }

    /** In the order of the source, which is the order of their documentation. */
    private static List<JsonNode> spellings(Class<?> type) {
        return Stream.of(type.getFields())
                .filter(constant ->
                        constant.isEnumConstant() && !constant.getName().equals("Unrecognized"))
                .map(constant -> {
                    var renamed = constant.getAnnotation(JsonProperty.class);
                    return renamed == null ? constant.getName() : renamed.value();
                })
                .map(spelling -> (JsonNode) TextNode.valueOf(spelling))
                .toList();
    }
}
