package dev.hyperterse.engines.http;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.fetch.FetchResponse;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.ResultTooLarge;
import dev.hyperterse.calls.result.ColumnName;
import dev.hyperterse.calls.result.RowArray;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes the wanted part of a response as rows, without a tree: an object is a row, an array has a row for each item, and
 * whatever is no object is in the column {@code value}. A response without a body is a row with its status.
 */
final class ResponseRows {
    private static final int DEEPEST = 200;
    private static final ColumnName VALUE = ColumnName.of(List.of("value")).getFirst();
    private static final ColumnName STATUS = ColumnName.of(List.of("status")).getFirst();
    private static final Pattern CHARSET = Pattern.compile("(?i)charset=\"?([A-Za-z0-9._:-]+)");

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNumberLength(1_000)
                    .build())
            .build();

    private final BoundRequest request;
    private final FetchResponse response;
    private final ResultBuffer out;
    private final RowArray rows;

    ResponseRows(BoundRequest request, FetchResponse response, int maxRows, ResultBuffer out) {
        this.request = request;
        this.response = response;
        this.out = out;
        this.rows = new RowArray(out, maxRows);
    }

    /** @return the number of rows */
    int write(ResultBuffer body) {
        if (body.size() == 0) {
            rows.beginRow();
            STATUS.write(out);
            out.ascii(Integer.toString(response.status()));
            rows.endRow(1);
            return rows.end();
        }
        switch (request.response().format()) {
            case Json -> json(body);
            case Text -> text(body);
        }
        return rows.end();
    }

    private void text(ResultBuffer body) {
        rows.beginRow();
        VALUE.write(out);
        var charset = charset();
        request.memory().take(2L * body.size());
        out.quoted(new String(body.array(), 0, body.size(), charset));
        rows.endRow(1);
    }

    private Charset charset() {
        return contentType()
                .map(CHARSET::matcher)
                .filter(matcher -> matcher.find())
                .map(matcher -> matcher.group(1))
                .flatMap(ResponseRows::charset)
                .orElse(StandardCharsets.UTF_8);
    }

    private static Optional<Charset> charset(String name) {
        try {
            return Optional.of(Charset.forName(name));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            return Optional.empty();
        }
    }

    private Optional<String> contentType() {
        return response.header("content-type");
    }

    private void json(ResultBuffer body) {
        // The parser keeps names and long texts.
        request.memory().take(body.size());
        try (var parser = JSON.createParser(ObjectReadContext.empty(), body.array(), 0, body.size())) {
            parser.nextToken();
            request.response().pointer().forEach(step -> descend(parser, step));
            if (parser.currentToken() == JsonToken.START_ARRAY) {
                while (parser.nextToken() != JsonToken.END_ARRAY && row(parser)) {
                    // Until the last one.
                }
            } else {
                row(parser);
            }
            if (request.response().pointer().isEmpty() && !rows.isTruncated() && parser.nextToken() != null) {
                throw notJson();
            }
        } catch (StreamConstraintsException large) {
            throw new CallFailure(
                    Stage.EXECUTION, "the response of the API is nested too deeply, or has a number that is too long");
        } catch (JsonCopy.Malformed | JacksonException malformed) {
            throw notJson();
        }
    }

    private CallFailure notJson() {
        return new CallFailure(
                Stage.EXECUTION,
                "the response of the API is not JSON; its content type is %s"
                        .formatted(contentType().map(ResponseRows::shown).orElse("not set")));
    }

    private static String shown(String contentType) {
        var end = contentType.indexOf(';');
        var type = (end < 0 ? contentType : contentType.substring(0, end)).strip();
        return type.substring(0, Math.min(type.length(), 100));
    }

    /** Moves the parser to a member or an item of the current value. */
    private void descend(JsonParser parser, String step) {
        switch (parser.currentToken()) {
            case START_OBJECT -> {
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    var found = parser.currentName().equals(step);
                    parser.nextToken();
                    if (found) {
                        return;
                    }
                    parser.skipChildren();
                }
            }
            case START_ARRAY -> {
                for (var index = 0; parser.nextToken() != JsonToken.END_ARRAY; index++) {
                    if (Integer.toString(index).equals(step)) {
                        return;
                    }
                    parser.skipChildren();
                }
            }
            case null, default -> {}
        }
        throw new CallFailure(
                Stage.RESULT,
                "the response of the API has nothing at /"
                        + String.join("/", request.response().pointer()));
    }

    /** @return whether more rows are wanted */
    private boolean row(JsonParser parser) {
        if (!rows.beginRow()) {
            return false;
        }
        try {
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                JsonCopy.value(parser, out);
                rows.endDocument();
            } else {
                VALUE.write(out);
                JsonCopy.value(parser, out);
                rows.endRow(1);
            }
            return true;
        } catch (ResultTooLarge tooLarge) {
            rows.leaveOut(tooLarge);
            return false;
        }
    }
}
