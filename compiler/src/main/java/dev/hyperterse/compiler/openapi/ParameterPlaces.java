package dev.hyperterse.compiler.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hyperterse.compiler.openapi.document.ApiDocument;
import dev.hyperterse.compiler.openapi.document.UnusableOperation;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Puts the parameters of one operation into path, query and headers; those that a request cannot say make it unusable. */
final class ParameterPlaces {
    /** OpenAPI ignores parameters of these names: body, response and credentials have their own words. */
    private static final Set<String> IGNORED = Set.of("accept", "content-type", "authorization");

    private final ApiDocument document;
    private final RequestInputs inputs;
    private final PlainSchema schemas;
    private final Set<String> omitted;
    private final Map<String, String> path = new LinkedHashMap<>();
    private final Map<String, String> query = new LinkedHashMap<>();
    private final Map<String, String> headers = new LinkedHashMap<>();

    /** @param omitted names of parameters that are never sent */
    ParameterPlaces(ApiDocument document, RequestInputs inputs, PlainSchema schemas, Set<String> omitted) {
        this.document = document;
        this.inputs = inputs;
        this.schemas = schemas;
        this.omitted = omitted;
    }

    Map<String, String> query() {
        return query;
    }

    Map<String, String> headers() {
        return headers;
    }

    /** The path with placeholders for its parameters. */
    String path(String template) {
        var text = new StringBuilder();
        var at = 0;
        for (var open = template.indexOf('{'); open >= 0; open = template.indexOf('{', at)) {
            var close = template.indexOf('}', open);
            var name = close < 0 ? "" : template.substring(open + 1, close);
            var placeholder = path.get(name);
            if (placeholder == null) {
                throw new UnusableOperation("no parameter in: path is called '%s'".formatted(name));
            }
            text.append(template, at, open).append(placeholder);
            at = close + 1;
        }
        return text.append(template, at, template.length()).toString();
    }

    void add(JsonNode parameter) {
        var name = parameter.path("name").asText("");
        switch (parameter.path("in").asText("")) {
            case "path" -> inPath(name, parameter);
            case "query" -> {
                if (!omitted.contains(name)) {
                    inQuery(name, parameter);
                }
            }
            case "header" -> {
                if (!omitted.contains(name) && !IGNORED.contains(name.toLowerCase(Locale.ROOT))) {
                    inHeader(name, parameter);
                }
            }
            case "cookie" -> {
                if (!omitted.contains(name)) {
                    throw unusable(name, "is in a cookie, which only the adapter's http.headers can set");
                }
            }
            default ->
                throw new UnusableOperation(
                        "parameter '%s' is in none of path, query, header and cookie".formatted(name));
        }
    }

    private void inPath(String name, JsonNode parameter) {
        requireStyle(name, parameter, "simple");
        path.put(name, scalar(name, "path", true, parameter));
    }

    private void inHeader(String name, JsonNode parameter) {
        requireStyle(name, parameter, "simple");
        headers.put(name, scalar(name, "header", isRequired(parameter), parameter));
    }

    private String scalar(String name, String place, boolean required, JsonNode parameter) {
        var schema = schema(name, parameter);
        return switch (schemas.kind(schema)) {
            case SCALAR -> inputs.add(name, place, required, schemas.scalar(schema, description(parameter)));
            case LIST -> joined(name, place, required, parameter, "commas");
            case OBJECT -> throw unusable(name, "is an object in: " + place);
        };
    }

    private String joined(String name, String place, boolean required, JsonNode parameter, String separator) {
        var list = schemas.joined(schema(name, parameter), description(parameter), separator)
                .orElseThrow(() -> unusable(name, "is a list of lists or of objects"));
        return inputs.add(name, place, required, list);
    }

    private void inQuery(String name, JsonNode parameter) {
        var schema = schema(name, parameter);
        var isJson = parameter.has("content");
        var style = parameter.path("style").asText("form");
        switch (schemas.kind(schema)) {
            case SCALAR -> {
                if (isJson) {
                    throw unusable(name, "is a scalar that is written as JSON");
                }
                requireStyle(name, parameter, "form");
                query.put(
                        name,
                        inputs.add(
                                name, "query", isRequired(parameter), schemas.scalar(schema, description(parameter))));
            }
            case LIST -> {
                if (isJson) {
                    throw unusable(name, "is a list that is written as JSON");
                }
                query.put(name, list(name, schema, parameter));
            }
            case OBJECT -> {
                if (isJson) {
                    query.put(
                            name,
                            inputs.add(
                                    name,
                                    "query",
                                    isRequired(parameter),
                                    inputs.schemas().translate(schema)));
                } else if (style.equals("deepObject")) {
                    members(name, parameter, schema, member -> name + "[" + member + "]");
                } else if (style.equals("form") && parameter.path("explode").asBoolean(true)) {
                    members(name, parameter, schema, member -> member);
                } else {
                    throw unusable(name, "is an object in style %s without explode".formatted(style));
                }
            }
        }
    }

    private String list(String name, JsonNode schema, JsonNode parameter) {
        var style = parameter.path("style").asText("form");
        var separator =
                switch (style) {
                    case "form" -> "commas";
                    case "spaceDelimited" -> "spaces";
                    case "pipeDelimited" -> "pipes (|)";
                    default -> throw unusable(name, "is a list in style " + style);
                };
        if (!parameter.path("explode").asBoolean(style.equals("form"))) {
            return joined(name, "query", isRequired(parameter), parameter, separator);
        }
        var list = schemas.list(schema, description(parameter))
                .orElseThrow(() -> unusable(name, "is a list of lists or of objects"));
        return inputs.add(name, "query", isRequired(parameter), list);
    }

    /** Each member of an object becomes a parameter of its own. */
    private void members(String name, JsonNode parameter, JsonNode schema, UnaryOperator<String> key) {
        var resolved = document.resolved(schema);
        var members = resolved.path("properties");
        if (members.isEmpty()) {
            throw unusable(name, "is an object without named members");
        }
        var always = required(resolved);
        members.properties().forEach(member -> {
            if (schemas.kind(member.getValue()) != PlainSchema.Kind.SCALAR) {
                throw unusable(name, "has the member '%s', which is a list or an object".formatted(member.getKey()));
            }
            var required = isRequired(parameter) && always.contains(member.getKey());
            query.put(
                    key.apply(member.getKey()),
                    inputs.add(name + "_" + member.getKey(), "query", required, schemas.scalar(member.getValue(), "")));
        });
    }

    /** The members that an object always has. */
    static Set<String> required(JsonNode schema) {
        var names = new HashSet<String>();
        schema.path("required").forEach(name -> names.add(name.asText()));
        return names;
    }

    private JsonNode schema(String name, JsonNode parameter) {
        if (!parameter.has("content")) {
            return parameter.path("schema");
        }
        var content = parameter.path("content").properties();
        if (content.size() != 1 || !MediaTypes.isJson(content.iterator().next().getKey())) {
            throw unusable(name, "has content other than JSON");
        }
        return content.iterator().next().getValue().path("schema");
    }

    private void requireStyle(String name, JsonNode parameter, String style) {
        var written = parameter.path("style").asText(style);
        if (!written.equals(style)) {
            throw unusable(name, "has the style " + written);
        }
    }

    private static boolean isRequired(JsonNode parameter) {
        return parameter.path("required").asBoolean(false);
    }

    private static String description(JsonNode parameter) {
        return parameter.path("description").asText("");
    }

    private static UnusableOperation unusable(String name, String why) {
        return new UnusableOperation(
                "parameter '%s' %s; requests cannot say that, so put the name into spec.openapi.omit if the API does without it"
                        .formatted(name, why));
    }
}
