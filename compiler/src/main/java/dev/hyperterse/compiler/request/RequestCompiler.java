package dev.hyperterse.compiler.request;

import dev.hyperterse.catalog.request.RequestBody;
import dev.hyperterse.catalog.request.RequestMethod;
import dev.hyperterse.catalog.request.RequestTemplate;
import dev.hyperterse.catalog.request.RequestTemplate.Field;
import dev.hyperterse.catalog.request.ResponseRules;
import dev.hyperterse.catalog.request.UrlEncoding;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.server.setting.Choice;
import dev.hyperterse.crds.v1alpha1.action.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Compiles a request. In an accepted one no value can be a segment, parameter, header, line or member of its own. */
public final class RequestCompiler {
    private static final Pattern POINTER = Pattern.compile("(/([^~]|~[01])*)?");

    private final RequestSource source;
    private final PlacedText texts;
    private final List<Problem> problems = new ArrayList<>();

    private RequestCompiler(RequestSource source) {
        this.source = source;
        this.texts = new PlacedText(source.inputs(), source.environment(), problems);
    }

    public static Checked<RequestTemplate> compile(RequestSource source) {
        return new RequestCompiler(source).compile();
    }

    private Checked<RequestTemplate> compile() {
        var request = source.request();
        var method = Choice.checked(request.method(), RequestMethod.class, source.path() + ".method")
                .valid(problems);
        method.filter(it -> !it.isSafe() && source.access() == Access.ReadOnly)
                .ifPresent(it -> problems.add(RequestRule.METHOD_ON_READ_ONLY.problem(
                        source.path() + ".method",
                        "%s may change something, and the adapter is ReadOnly".formatted(it),
                        "use GET or HEAD, or an adapter with access: ReadWrite")));
        method.filter(it -> it.isSafe() && request.body().isPresent())
                .ifPresent(it -> problems.add(RequestRule.METHOD_WITHOUT_BODY.problem(
                        source.path() + ".body",
                        "a request of method %s has no body".formatted(it),
                        "put the values into query, or choose another method")));
        var path = new PathCompiler(texts, source.path() + ".path").compile(request.path());
        var query = fields(request.query(), "query");
        var headers = new HeadersCompiler(source, texts, problems).compile(request.headers());
        var body = request.body().flatMap(this::body);
        var response = response(request.response());
        return problems.isEmpty()
                ? Checked.sound(new RequestTemplate(method.orElseThrow(), path, query, headers, body, response))
                : Checked.faulty(problems);
    }

    private List<Field> fields(Map<String, String> declared, String field) {
        return declared.entrySet().stream()
                .flatMap(entry -> texts
                        .value(
                                entry.getValue(),
                                FieldPath.key(source.path() + "." + field, entry.getKey()),
                                PlacedText.Place.PARAMETER)
                        .map(value -> new Field(UrlEncoding.value(entry.getKey()), value))
                        .stream())
                .toList();
    }

    private Optional<RequestBody> body(Request.Body declared) {
        var bodies = Stream.of(
                        declared.json().isPresent(),
                        !declared.form().isEmpty(),
                        !declared.multipart().isEmpty(),
                        declared.text().isPresent(),
                        declared.base64().isPresent())
                .filter(set -> set)
                .count();
        if (bodies != 1) {
            problems.add(RequestRule.ONE_BODY.problem(
                    source.path() + ".body",
                    "the body sets none of json, form, multipart, text and base64, or several",
                    "set exactly one of json, form, multipart, text and base64"));
            return Optional.empty();
        }
        var path = source.path() + ".body";
        if (declared.base64().isPresent()) {
            return binary(declared, path);
        }
        if (!declared.multipart().isEmpty()) {
            return Optional.of(new RequestBody.Multipart(
                    new PartsCompiler(texts, problems, path + ".multipart").compile(declared.multipart())));
        }
        return declared.json()
                .map(json -> new JsonCompiler(texts, problems)
                        .compile(json.tree(), path + ".json")
                        .<RequestBody>map(RequestBody.Json::new))
                .or(() -> declared.text().map(text -> texts.value(text, path + ".text", PlacedText.Place.BODY)
                        .map(RequestBody.Text::new)))
                .orElseGet(() -> Optional.of(new RequestBody.Form(fields(declared.form(), "body.form"))));
    }

    private Optional<RequestBody> binary(Request.Body declared, String path) {
        var content = new BinaryContent(texts, problems);
        content.checkType(declared.contentType(), path + ".contentType");
        return content.reference(declared.base64().orElseThrow(), path + ".base64", PlacedText.Place.BYTES)
                .map(reference ->
                        new RequestBody.Binary(reference, declared.contentType().orElse(BinaryContent.USUAL_TYPE)));
    }

    private ResponseRules response(Optional<Request.Response> declared) {
        var format = declared.flatMap(Request.Response::format)
                .flatMap(it -> Choice.checked(it, ResponseRules.Format.class, source.path() + ".response.format")
                        .valid(problems))
                .orElse(ResponseRules.Format.Json);
        var pointer = declared.flatMap(Request.Response::pointer).orElse("");
        if (!POINTER.matcher(pointer).matches()) {
            problems.add(RequestRule.RESPONSE_POINTER.problem(
                    source.path() + ".response.pointer",
                    "'%s' is not a JSON Pointer".formatted(pointer),
                    "write it like /data/items; ~ is ~0 and a slash in a name is ~1"));
        } else if (!pointer.isEmpty() && format != ResponseRules.Format.Json) {
            problems.add(RequestRule.RESPONSE_POINTER.problem(
                    source.path() + ".response.pointer",
                    "only JSON has parts that a pointer leads to",
                    "remove it, or set format: Json"));
        }
        return new ResponseRules(
                format,
                pointer.isEmpty()
                        ? List.of()
                        : Arrays.stream(pointer.substring(1).split("/", -1))
                                .map(step -> step.replace("~1", "/").replace("~0", "~"))
                                .toList());
    }
}
