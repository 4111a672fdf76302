package dev.hyperterse.compiler.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hyperterse.compiler.openapi.document.ApiDocument;
import dev.hyperterse.compiler.openapi.document.UnusableOperation;
import dev.hyperterse.crds.v1alpha1.action.Request;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes fields of a form of the members of a schema. */
record FormBody(ApiDocument document, RequestInputs inputs, PlainSchema schemas, Set<String> omitted) {
    Optional<Request.Body> body(JsonNode media, boolean required) {
        var schema = document.resolved(media.path("schema"));
        var fields = new LinkedHashMap<String, String>();
        var always = ParameterPlaces.required(schema);
        schema.path("properties").properties().stream()
                .filter(field -> !omitted.contains(field.getKey()))
                .filter(field -> !inputs.schemas().isReadOnly(field.getValue()))
                .forEach(field -> field(
                        field.getKey(),
                        field.getValue(),
                        media.path("encoding").path(field.getKey()),
                        always.contains(field.getKey()),
                        fields));
        if (required && schema.path("properties").isEmpty()) {
            throw new UnusableOperation("its form has no named members");
        }
        return fields.isEmpty() ? Optional.empty() : Optional.of(Request.Body.ofForm(fields));
    }

    private void field(String name, JsonNode schema, JsonNode encoding, boolean required, Map<String, String> fields) {
        var isDeep = encoding.path("style").asText("form").equals("deepObject");
        switch (schemas.kind(schema)) {
            case SCALAR -> fields.put(name, inputs.add(name, "form", required, schemas.scalar(schema, "")));
            case LIST -> {
                if (isDeep) {
                    throw UnusableOperation.ofField(name, "is a list in style deepObject");
                }
                var list = (encoding.path("explode").asBoolean(true)
                                ? schemas.list(schema, "")
                                : schemas.joined(schema, "", "commas"))
                        .orElseThrow(() -> UnusableOperation.ofField(name, "is a list of lists or of objects"));
                fields.put(name, inputs.add(name, "form", required, list));
            }
            case OBJECT -> {
                if (isDeep) {
                    throw UnusableOperation.ofField(name, "is an object in style deepObject");
                }
                // Without a style a form has objects as JSON.
                fields.put(
                        name,
                        inputs.add(name, "form", required, inputs.schemas().translate(schema)));
            }
        }
    }
}
