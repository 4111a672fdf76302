package dev.hyperterse.engines.http;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.adapter.Binder;
import dev.hyperterse.calls.binding.GrowingText;
import dev.hyperterse.calls.binding.ValueSource;
import dev.hyperterse.calls.fetch.FetchRequest.Header;
import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.request.HeaderRules;
import dev.hyperterse.catalog.request.RequestBody;
import dev.hyperterse.catalog.request.RequestTemplate;
import dev.hyperterse.catalog.request.UrlEncoding;
import dev.hyperterse.catalog.values.ValueSet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Fills the places of a request with the values of a call. Each value is encoded for its place, and refused where an
 * encoded one could still be read as structure.
 */
final class RequestBinder implements Binder<BoundRequest> {
    /** Servers refuse longer ones. */
    private static final int LONGEST_TARGET = 16 * 1024;

    private static final String JSON = "application/json";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final Pattern LINE = Pattern.compile("[\\t\\x20-\\x7e\\u00a0-\\u2027\\u202a-\\x{10ffff}]*");

    private final RequestTemplate request;
    private final List<FilledText> path;
    private final List<NamedText> query;
    private final List<NamedText> headers;
    private final Body body;

    /** A field with its sources found. */
    private record NamedText(String name, FilledText text) {}

    /** Makes the body of a call, unless it has none. */
    @FunctionalInterface
    private interface Body {
        Optional<Content> of(Object[] slots, Principal principal, Reservation memory);
    }

    /** A body, and its content type. */
    record Content(String type, byte[] bytes) {}

    RequestBinder(RequestTemplate request, List<Input> inputs, ValueSet values) {
        var sources = new ValueSource.Finder(inputs, values, UnaryOperator.identity());
        this.request = request;
        this.path = request.path().stream()
                .map(segment -> FilledText.of(segment, sources))
                .toList();
        this.query = named(request.query(), sources);
        this.headers = named(request.headers(), sources);
        this.body = body(request.body(), sources);
    }

    @Override
    public BoundRequest bind(Object[] slots, Principal principal, Reservation memory) {
        var target = new GrowingText(memory);
        path.forEach(segment -> target.append('/').append(segment(segment, slots, principal, memory)));
        fields(query, '?', target, slots, principal, memory);
        var text = target.toString();
        if (text.length() > LONGEST_TARGET) {
            throw refused("path and query of the request are longer than %d characters".formatted(LONGEST_TARGET));
        }
        var content = body.of(slots, principal, memory);
        return new BoundRequest(
                request.method(),
                text,
                headers(content.map(Content::type), slots, principal, memory),
                content.map(Content::bytes),
                request.response(),
                Optional.empty(),
                memory,
                Optional.empty());
    }

    private static List<NamedText> named(List<RequestTemplate.Field> fields, ValueSource.Finder sources) {
        return fields.stream()
                .map(field -> new NamedText(field.name(), FilledText.of(field.value(), sources)))
                .toList();
    }

    /** A segment is never empty, and never one that a server resolves or splits. */
    private static String segment(FilledText segment, Object[] slots, Principal principal, Reservation memory) {
        var text = segment.one(UrlEncoding::value, slots, principal, memory)
                .orElseThrow(() -> refused("%s is null, and a path has a value in each segment".formatted(segment)));
        if (segment.isFixed()) {
            return text;
        }
        if (text.isEmpty()) {
            throw refused("%s is empty, and a path has a value in each segment".formatted(segment));
        }
        if (AllowedUrl.isAmbiguous(text)) {
            throw refused(
                    "%s is not allowed in a path: a slash, a backslash, a control character, . and .. could lead elsewhere"
                            .formatted(segment));
        }
        return text;
    }

    /** Those with a value; a list repeats its name. Names are encoded already. */
    private static void fields(
            List<NamedText> fields,
            char before,
            GrowingText into,
            Object[] slots,
            Principal principal,
            Reservation memory) {
        var separator = before;
        for (var field : fields) {
            for (var value : field.text().all(UrlEncoding::value, slots, principal, memory)) {
                if (separator != 0) {
                    into.append(separator);
                }
                into.append(field.name()).append('=').append(value);
                separator = '&';
            }
        }
    }

    private List<Header> headers(
            Optional<String> contentType, Object[] slots, Principal principal, Reservation memory) {
        var sent = new ArrayList<Header>();
        for (var header : headers) {
            header.text()
                    .one(UnaryOperator.identity(), slots, principal, memory)
                    .ifPresent(value -> {
                        if (!HeaderRules.isText(value)) {
                            throw refused(
                                    "%s has a line break or another character that is not allowed in the header %s"
                                            .formatted(header.text(), header.name()));
                        }
                        sent.add(new Header(header.name(), value));
                    });
        }
        if (sent.stream().noneMatch(header -> header.name().equals("accept"))) {
            sent.add(new Header("accept", accepted()));
        }
        contentType.ifPresent(type -> sent.add(new Header("content-type", type)));
        return sent;
    }

    private String accepted() {
        return switch (request.response().format()) {
            case Json -> JSON;
            case Text -> "*/*";
        };
    }

    private static Body body(Optional<RequestBody> declared, ValueSource.Finder sources) {
        return declared.map(body -> switch (body) {
                    case RequestBody.Json(var document) -> {
                        var json = new JsonBody(document, sources);
                        yield (Body) (slots, principal, memory) ->
                                json.text(slots, principal, memory).map(text -> new Content(JSON, bytes(text, memory)));
                    }
                    case RequestBody.Form(var fields) -> {
                        var named = named(fields, sources);
                        yield (Body) (slots, principal, memory) -> {
                            var form = new GrowingText(memory);
                            fields(named, (char) 0, form, slots, principal, memory);
                            return Optional.of(new Content(FORM, bytes(form.toString(), memory)));
                        };
                    }
                    case RequestBody.Multipart(var parts) -> {
                        var multipart = new MultipartBody(parts, sources);
                        yield (Body) (slots, principal, memory) -> Optional.of(multipart.of(slots, principal, memory));
                    }
                    case RequestBody.Binary(var base64, var type) -> {
                        var bytes = new DecodedValue(base64, sources);
                        yield (Body) (slots, principal, memory) ->
                                bytes.one(slots, principal, memory).map(it -> new Content(type, it));
                    }
                    case RequestBody.Text(var value) -> {
                        var text = FilledText.of(value, sources);
                        yield (Body) (slots, principal, memory) ->
                                Optional.of(new Content(TEXT, bytes(content(text, slots, principal, memory), memory)));
                    }
                })
                .orElse((slots, principal, memory) -> Optional.empty());
    }

    private static String content(FilledText text, Object[] slots, Principal principal, Reservation memory) {
        return text.one(withinText(text), slots, principal, memory)
                .orElseThrow(() -> refused("%s is null, and the body always has a value".formatted(text)));
    }

    /** A value that is all of a text may have several lines; within a text of the author it begins none. */
    static UnaryOperator<String> withinText(FilledText text) {
        return text.isWhole() ? UnaryOperator.identity() : value -> line(value, text);
    }

    private static String line(String value, FilledText text) {
        if (!LINE.matcher(value).matches()) {
            throw refused("%s has a line break or another control character, which is not allowed within the body"
                    .formatted(text));
        }
        return value;
    }

    static byte[] bytes(String text, Reservation memory) {
        memory.take(3L * text.length());
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static CallFailure refused(String message) {
        return new CallFailure(Stage.BINDING, message);
    }
}
