package dev.hyperterse.calls.question;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The schema of a form: a flat object of texts, numbers, booleans and choices. */
final class RequestedSchema {
    /** A form without fields. */
    static final RequestedSchema EMPTY = new RequestedSchema(Map.of(), Set.of(), emptyObject());

    private static final int MOST_FIELDS = 64;
    private static final Set<String> MEMBERS = Set.of("$schema", "type", "properties", "required");

    private final Map<String, RequestedField> fields;
    private final Set<String> required;
    private final ObjectNode json;

    private RequestedSchema(Map<String, RequestedField> fields, Set<String> required, ObjectNode json) {
        this.fields = fields;
        this.required = required;
        this.json = json;
    }

    private static ObjectNode emptyObject() {
        var schema = JsonMapper.shared().createObjectNode().put("type", "object");
        schema.putObject("properties");
        return schema;
    }

    static RequestedSchema of(JsonNode schema) throws MalformedQuestion {
        if (!schema.isObject()
                || !schema.path("type").asString("").equals("object")
                || !schema.path("properties").isObject()) {
            throw new MalformedQuestion("'requestedSchema' must be an object with type 'object' and properties");
        }
        for (var name : schema.propertyNames()) {
            if (!MEMBERS.contains(name)) {
                throw new MalformedQuestion("'requestedSchema.%s' is not supported; a form has properties and required"
                        .formatted(Sampling.shown(name)));
            }
        }
        var properties = schema.path("properties");
        if (properties.size() > MOST_FIELDS) {
            throw new MalformedQuestion("'requestedSchema.properties' has at most %d fields".formatted(MOST_FIELDS));
        }
        var fields = new LinkedHashMap<String, RequestedField>();
        for (var property : properties.properties()) {
            var place = "requestedSchema.properties." + Sampling.shown(property.getKey());
            fields.put(property.getKey(), RequestedField.of(property.getValue(), place));
        }
        return new RequestedSchema(fields, required(schema.path("required"), fields), (ObjectNode) schema);
    }

    private static Set<String> required(JsonNode names, Map<String, RequestedField> fields) throws MalformedQuestion {
        var required = new TreeSet<String>();
        for (var name : names) {
            if (!fields.containsKey(name.asString(""))) {
                throw new MalformedQuestion("'requestedSchema.required' must name properties of the form");
            }
            required.add(name.asString());
        }
        if (!names.isMissingNode() && !names.isArray()) {
            throw new MalformedQuestion("'requestedSchema.required' must be an array of names");
        }
        return required;
    }

    ObjectNode json() {
        return json;
    }

    /** Validates the content and returns the fields of the form. */
    ObjectNode read(JsonNode content) throws UnusableAnswer {
        if (!content.isObject() && !(content.isMissingNode() && required.isEmpty())) {
            throw new UnusableAnswer("has no 'content' that is an object");
        }
        var read = JsonMapper.shared().createObjectNode();
        for (var field : fields.entrySet()) {
            var value = content.path(field.getKey());
            if (value.isMissingNode() || value.isNull()) {
                if (required.contains(field.getKey())) {
                    throw new UnusableAnswer("lacks '%s'".formatted(Sampling.shown(field.getKey())));
                }
            } else {
                var fault = field.getValue().fault(value);
                if (fault.isPresent()) {
                    throw new UnusableAnswer("does not fit the form: '%s' must be %s"
                            .formatted(Sampling.shown(field.getKey()), fault.get()));
                }
                read.set(field.getKey(), value);
            }
        }
        return read;
    }
}
