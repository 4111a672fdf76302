package dev.hyperterse.compiler.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hyperterse.compiler.openapi.document.ApiDocument;
import dev.hyperterse.compiler.openapi.document.DocumentBuilder;
import dev.hyperterse.compiler.openapi.document.UnusableOperation;
import dev.hyperterse.crds.v1alpha1.action.Request;
import dev.hyperterse.crds.v1alpha1.shared.JsonText;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Makes parts of multipart/form-data of the members of a schema. */
record MultipartBody(ApiDocument document, RequestInputs inputs, PlainSchema schemas, Set<String> omitted) {
    private static final String PLACE = "part";
    private static final String FILE_NAME = "_filename";

    Optional<Request.Body> body(JsonNode media, boolean required) {
        var schema = document.resolved(media.path("schema"));
        if (required && schema.path("properties").isEmpty()) {
            throw new UnusableOperation("its form has no named members");
        }
        var always = ParameterPlaces.required(schema);
        var parts = schema.path("properties").properties().stream()
                .filter(field -> !omitted.contains(field.getKey()))
                .filter(field -> !inputs.schemas().isReadOnly(field.getValue()))
                .map(field -> part(
                        field.getKey(),
                        field.getValue(),
                        media.path("encoding").path(field.getKey()),
                        always.contains(field.getKey())))
                .toList();
        return parts.isEmpty() ? Optional.empty() : Optional.of(Request.Body.ofMultipart(parts));
    }

    private Request.Part part(String name, JsonNode schema, JsonNode encoding, boolean required) {
        encoding.path("headers").properties().stream()
                .filter(header ->
                        document.resolved(header.getValue()).path("required").asBoolean(false))
                .findFirst()
                .ifPresent(header -> {
                    throw UnusableOperation.ofField(name, "needs a header " + header.getKey());
                });
        if (encoding.path("style").asText("form").equals("deepObject")
                && schemas.kind(schema) != PlainSchema.Kind.SCALAR) {
            throw UnusableOperation.ofField(name, "is in style deepObject");
        }
        var type = contentType(encoding);
        if (schemas.isBinary(schema)) {
            return new Request.Part(
                    name,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(inputs.add(name, PLACE, required, schemas.base64(schema, ""))),
                    Optional.of(inputs.add(name + FILE_NAME, PLACE, false, fileName(name))),
                    type.or(() -> mediaType(schema)));
        }
        return switch (schemas.kind(schema)) {
            case SCALAR ->
                type.filter(MediaTypes::isReadAsJson).isPresent()
                        ? json(name, required, schemas.scalar(schema, ""), type)
                        : text(name, required, schemas.scalar(schema, ""), type.or(() -> mediaType(schema)));
            case LIST -> list(name, schema, required, type);
            case OBJECT -> {
                if (type.filter(it -> !MediaTypes.isReadAsJson(it)).isPresent()) {
                    throw UnusableOperation.ofField(name, "is an object as " + type.get());
                }
                yield json(name, required, inputs.schemas().translate(schema), type);
            }
        };
    }

    private Request.Part list(String name, JsonNode schema, boolean required, Optional<String> type) {
        var items = document.resolved(schema).path("items");
        if (!schemas.isBinary(items)) {
            var list = schemas.list(schema, "")
                    .orElseThrow(() -> UnusableOperation.ofField(name, "is a list of lists or of objects"));
            return text(name, required, list, type.or(() -> mediaType(items)));
        }
        var list = DocumentBuilder.NODES.objectNode().put("type", "array");
        describe(list, schema);
        list.set("items", schemas.base64(items, ""));
        return new Request.Part(
                name,
                Optional.empty(),
                Optional.empty(),
                Optional.of(inputs.add(name, PLACE, required, list)),
                Optional.empty(),
                type.or(() -> mediaType(items)));
    }

    private Request.Part text(String name, boolean required, ObjectNode schema, Optional<String> type) {
        return new Request.Part(
                name,
                Optional.of(inputs.add(name, PLACE, required, schema)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                type);
    }

    private Request.Part json(String name, boolean required, JsonNode schema, Optional<String> type) {
        var whole = DocumentBuilder.NODES.textNode(inputs.add(name, PLACE, required, schema));
        return new Request.Part(
                name, Optional.empty(), Optional.of(JsonText.of(whole)), Optional.empty(), Optional.empty(), type);
    }

    /** The first that is not a range. */
    private static Optional<String> contentType(JsonNode encoding) {
        return Stream.of(encoding.path("contentType").asText("").split(","))
                .map(String::strip)
                .filter(it -> !it.isEmpty() && !MediaTypes.isRange(it))
                .findFirst();
    }

    /** A range is none, and that of an encoded text is of what it encodes. */
    private Optional<String> mediaType(JsonNode schema) {
        return Optional.of(document.resolved(schema))
                .filter(it -> !it.has("contentEncoding"))
                .map(it -> it.path("contentMediaType").asText(""))
                .filter(it -> !it.isEmpty() && !MediaTypes.isRange(it));
    }

    private void describe(ObjectNode described, JsonNode schema) {
        var description = document.resolved(schema).path("description");
        if (description.isTextual()) {
            described.set("description", description);
        }
    }

    private static ObjectNode fileName(String name) {
        return DocumentBuilder.NODES
                .objectNode()
                .put("type", "string")
                .put("description", "Name of the file %s.".formatted(name));
    }
}
