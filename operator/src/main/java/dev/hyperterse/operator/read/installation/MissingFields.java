package dev.hyperterse.operator.read.installation;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Fields of a record of the API that a schema does not have: the API server drops them from every object. */
final class MissingFields {
    private final List<String> missing = new ArrayList<>();

    private MissingFields() {}

    static List<String> of(Class<?> type, JsonNode schema, String path) {
        var fields = new MissingFields();
        fields.look(type, schema, path);
        return List.copyOf(fields.missing);
    }

    private void look(Type type, JsonNode schema, String path) {
        if (schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()) {
            return;
        }
        switch (type) {
            case ParameterizedType of
            when of.getRawType() == Optional.class -> look(of.getActualTypeArguments()[0], schema, path);
            case ParameterizedType of
            when of.getRawType() == List.class ->
                look(of.getActualTypeArguments()[0], schema.path("items"), path + "[]");
            case ParameterizedType of
            when of.getRawType() == Map.class ->
                look(of.getActualTypeArguments()[1], schema.path("additionalProperties"), path + ".*");
            // Types of Kubernetes in our fields are as old as its client; what they lack says nothing of our CRDs.
            case Class<?> own
            when own.isRecord() -> {
                for (var component : own.getRecordComponents()) {
                    look(component, schema, path);
                }
            }
            default -> {}
        }
    }

    private void look(RecordComponent component, JsonNode schema, String path) {
        var name = name(component);
        var property = schema.path("properties").path(name);
        var field = path + "." + name;
        if (property.isMissingNode()) {
            missing.add(field);
        } else {
            look(component.getGenericType(), property, field);
        }
    }

    private static String name(RecordComponent component) {
        var given = component.getAccessor().getAnnotation(JsonProperty.class);
        return given == null || given.value().isEmpty() ? component.getName() : given.value();
    }
}
