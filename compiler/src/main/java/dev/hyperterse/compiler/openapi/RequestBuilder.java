package dev.hyperterse.compiler.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hyperterse.compiler.openapi.document.ApiDocument;
import dev.hyperterse.compiler.openapi.document.DocumentBuilder;
import dev.hyperterse.compiler.openapi.document.Operation;
import dev.hyperterse.compiler.openapi.document.UnusableOperation;
import dev.hyperterse.crds.v1alpha1.action.PublishedDocument;
import dev.hyperterse.crds.v1alpha1.action.Request;
import dev.hyperterse.crds.v1alpha1.shared.JsonText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes a request of one operation, with an input for each of its values. */
final class RequestBuilder {
    private static final String BODY = "body";

    private final ApiDocument document;
    private final RequestInputs inputs;
    private final PlainSchema schemas;
    private final Set<String> omitted;

    private RequestBuilder(ApiDocument document, SchemaTranslator translator, Set<String> omitted) {
        this.document = document;
        this.inputs = new RequestInputs(translator);
        this.schemas = new PlainSchema(document, inputs);
        this.omitted = omitted;
    }

    /** A request and the JSON Schema of its inputs. */
    record Built(Request request, JsonNode inputSchema) {
        Built describedBy(Optional<PublishedDocument> published) {
            return new Built(request.describedBy(published), inputSchema);
        }
    }

    /**
     * @param omitted names of parameters and members that are never sent
     * @param brief whether the schema is without descriptions of members
     * @throws UnusableOperation if no request can be made of the operation
     */
    static Built of(ApiDocument document, Operation operation, String adapter, Set<String> omitted, boolean brief) {
        return new RequestBuilder(document, new SchemaTranslator(document, brief), omitted).build(operation, adapter);
    }

    private Built build(Operation operation, String adapter) {
        if (!operation.hasMethodOfTools()) {
            throw new UnusableOperation("tools have no requests of method " + operation.method());
        }
        operation.requireShortPath();
        requireServerOfDocument(operation);
        var places = new ParameterPlaces(document, inputs, schemas, omitted);
        parameters(operation).values().forEach(places::add);
        var body = operation.node().has("requestBody") && !omitted.contains(BODY)
                ? body(document.resolved(operation.node().path("requestBody")))
                : Optional.<Request.Body>empty();
        var request = new Request(
                adapter,
                Request.Method.valueOf(operation.method()),
                places.path(operation.path()),
                places.query(),
                places.headers(),
                body,
                ResponseFormat.of(document, operation.node().path("responses")),
                Optional.empty());
        return new Built(request, inputs.schema());
    }

    private void requireServerOfDocument(Operation operation) {
        var ofOperation = ApiDocument.urls(operation.node().path("servers"));
        var own = ofOperation.isEmpty() ? ApiDocument.urls(operation.shared().path("servers")) : ofOperation;
        if (!own.isEmpty() && Collections.disjoint(own, document.servers())) {
            throw new UnusableOperation("it has other servers than the rest of the document, and the adapter has one"
                    + " address; bring it by a Tool on an adapter of that address");
        }
    }

    /** Those of the operation take the place of those of the path with the same name and place. */
    private Map<String, JsonNode> parameters(Operation operation) {
        var parameters = new LinkedHashMap<String, JsonNode>();
        for (var list : new JsonNode[] {
            operation.shared().path("parameters"), operation.node().path("parameters")
        }) {
            list.forEach(it -> {
                var parameter = document.resolved(it);
                parameters.put(
                        parameter.path("in").asText("") + " "
                                + parameter.path("name").asText(""),
                        parameter);
            });
        }
        return parameters;
    }

    private Optional<Request.Body> body(JsonNode declared) {
        var required = declared.path("required").asBoolean(false);
        var content = declared.path("content").properties();
        var bytes = new BinaryBody(document, inputs, schemas);
        var json = content.stream()
                .filter(it -> MediaTypes.isJson(it.getKey()))
                .filter(it -> !MediaTypes.isRange(it.getKey()) || !bytes.is(it.getKey(), it.getValue()))
                .findFirst();
        if (json.isPresent()) {
            return Optional.of(json(json.get().getValue().path("schema"), required, declared));
        }
        var form = content.stream()
                .filter(it -> MediaTypes.plain(it.getKey()).equals(MediaTypes.FORM))
                .findFirst();
        if (form.isPresent()) {
            return new FormBody(document, inputs, schemas, omitted)
                    .body(form.get().getValue(), required);
        }
        var multipart = content.stream()
                .filter(it -> MediaTypes.plain(it.getKey()).equals(MediaTypes.MULTIPART))
                .findFirst();
        if (multipart.isPresent()) {
            return new MultipartBody(document, inputs, schemas, omitted)
                    .body(multipart.get().getValue(), required);
        }
        if (content.stream().anyMatch(it -> MediaTypes.isPlainText(it.getKey()))) {
            var schema = DocumentBuilder.NODES.objectNode().put("type", "string");
            // Text always has a value: without one there would be no request.
            var text = inputs.add(BODY, "text", true, schema);
            return Optional.of(Request.Body.ofText(text));
        }
        var binary = content.stream()
                .filter(it -> bytes.is(it.getKey(), it.getValue()))
                .findFirst();
        if (binary.isPresent()) {
            var description = declared.path("description").asText("");
            return Optional.of(
                    bytes.body(BODY, binary.get().getKey(), binary.get().getValue(), required, description));
        }
        if (content.isEmpty()) {
            return Optional.empty();
        }
        throw new UnusableOperation("its body is %s, and requests send application/json, forms, plain text and bytes%s"
                .formatted(
                        content.iterator().next().getKey(),
                        required ? "" : "; put body into spec.openapi.omit to send none"));
    }

    private Request.Body json(JsonNode schema, boolean required, JsonNode declared) {
        var translated =
                inputs.schemas().translate(schema.isMissingNode() ? DocumentBuilder.NODES.objectNode() : schema);
        var described = translated;
        if (declared.path("description").isTextual() && translated.isObject() && !translated.has("description")) {
            described = translated.deepCopy();
            ((ObjectNode) described).set("description", declared.path("description"));
        }
        var body = inputs.add(BODY, "json", required, described);
        return Request.Body.ofJson(JsonText.of(DocumentBuilder.NODES.textNode(body)));
    }
}
