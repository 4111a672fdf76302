package dev.hyperterse.engines.mcp.message;

import dev.hyperterse.calls.context.Progress;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.engines.http.JsonCopy;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** One message of the other side, read in one pass: its result goes to the reader that waits for it. */
public sealed interface Message {
    int LONGEST_TEXT = 2_000;

    /** More of a text than is shown, so that no secret is cut into a piece that is not recognised. */
    int LONGEST_HIDING = 64 * 1024;

    int LONGEST_ID = 256;

    String QUESTION = "elicitation/create";

    /** Bytes of what the other side wants to know from a user. A client may carry it, encoded, to its next round. */
    int LONGEST_QUESTION = 12 * 1024;

    String QUESTION_TOO_LONG = "the MCP server asks with more than %d bytes".formatted(LONGEST_QUESTION);

    JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(200)
                    .maxNumberLength(1_000)
                    .maxNameLength(1_000)
                    .build())
            .build();

    /** The reader has the result. @param id of the request, as JSON */
    record Result(String id) implements Message {}

    /** @param id as JSON; empty where the other side does not know it */
    record Failure(String id, OptionalInt code, String message) implements Message {}

    /** A request of the other side. @param id as JSON @param params of a question, as JSON; absent if they are longer than is read */
    record Request(String id, String method, Optional<String> params) implements Message {}

    /** A notification. @param progress if it is one of the request that waits */
    record Notification(Optional<Progress> progress) implements Message {}

    /** Reads a message. @param token of the progress that the request waits for */
    static Message read(ResultBuffer text, String token, ResultReader reader) throws NotMcp {
        try (var parser = JSON.createParser(ObjectReadContext.empty(), text.array(), 0, text.size())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new NotMcp("the answer of the MCP server is no message of it");
            }
            var members = new Members(token, reader, text);
            members.read(parser);
            if (parser.nextToken() != null) {
                throw new NotMcp("the answer of the MCP server is more than one message");
            }
            return members.message();
        } catch (JacksonException | JsonCopy.Malformed malformed) {
            throw new NotMcp("the answer of the MCP server is not JSON, or is nested too deeply");
        }
    }

    /** The members of a message, in any order. */
    final class Members {
        private final String token;
        private final ResultReader reader;
        private final ResultBuffer text;
        private String id = "";
        private Optional<String> method = Optional.empty();
        private boolean hasResult;
        private Optional<Failure> failure = Optional.empty();
        private Optional<Progress> progress = Optional.empty();
        private int paramsFrom;
        private int paramsTo;

        private Members(String token, ResultReader reader, ResultBuffer text) {
            this.token = token;
            this.reader = reader;
            this.text = text;
        }

        private void read(JsonParser parser) throws NotMcp {
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                var name = parser.currentName();
                var value = parser.nextToken();
                switch (name) {
                    case "id" -> id = id(parser, value);
                    case "method" -> method = text(parser, value, LONGEST_TEXT);
                    case "result" -> result(parser, value);
                    case "error" -> failure = failure(parser, value);
                    case "params" -> {
                        paramsFrom = (int) parser.currentTokenLocation().getByteOffset();
                        progress(parser, value);
                        paramsTo = (int) parser.currentLocation().getByteOffset();
                    }
                    default -> parser.skipChildren();
                }
            }
        }

        private Message message() throws NotMcp {
            if (method.isPresent()) {
                return id.isEmpty() ? new Notification(progress) : new Request(id, method.get(), params());
            }
            if (failure.isPresent()) {
                return new Failure(id, failure.get().code(), failure.get().message());
            }
            if (hasResult) {
                return new Result(id);
            }
            throw new NotMcp("the answer of the MCP server is no message of it");
        }

        private Optional<String> params() throws NotMcp {
            // The parser knows no position in other encodings of Unicode.
            if (paramsFrom < 0) {
                throw new NotMcp("the answer of the MCP server is not in UTF-8");
            }
            var length = paramsTo - paramsFrom;
            return length > LONGEST_QUESTION || !method.orElse("").equals(QUESTION)
                    ? Optional.empty()
                    : Optional.of(new String(text.array(), paramsFrom, length, StandardCharsets.UTF_8));
        }

        private void result(JsonParser parser, JsonToken value) throws NotMcp {
            if (value == JsonToken.START_OBJECT) {
                hasResult = true;
                reader.read(parser);
            } else {
                parser.skipChildren();
            }
        }

        private static String id(JsonParser parser, JsonToken value) {
            var text =
                    switch (value) {
                        case VALUE_STRING -> '"' + escaped(parser.getString()) + '"';
                        case VALUE_NUMBER_INT -> parser.getString();
                        default -> "";
                    };
            parser.skipChildren();
            return text.length() > LONGEST_ID ? "" : text;
        }

        private static String escaped(String text) {
            var quoted = new StringBuilder(text.length());
            for (var at = 0; at < text.length(); at++) {
                var character = text.charAt(at);
                if (character < ' ' || character == '"' || character == '\\' || character > '~') {
                    quoted.append("\\u%04x".formatted((int) character));
                } else {
                    quoted.append(character);
                }
            }
            return quoted.toString();
        }

        private static Optional<String> text(JsonParser parser, JsonToken value, int longest) {
            parser.skipChildren();
            return value == JsonToken.VALUE_STRING
                    ? Optional.of(parser.getString()).map(text -> text.substring(0, Math.min(text.length(), longest)))
                    : Optional.empty();
        }

        /** Empty where it is null: some servers send one beside each result. */
        private static Optional<Failure> failure(JsonParser parser, JsonToken value) {
            if (value == JsonToken.VALUE_NULL) {
                return Optional.empty();
            }
            var code = OptionalInt.empty();
            var message = "";
            if (value == JsonToken.START_OBJECT) {
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    var name = parser.currentName();
                    var member = parser.nextToken();
                    if (name.equals("code") && member == JsonToken.VALUE_NUMBER_INT) {
                        code = OptionalInt.of((int) parser.getValueAsLong());
                    } else if (name.equals("message")) {
                        message = text(parser, member, LONGEST_HIDING).orElse("");
                    } else {
                        parser.skipChildren();
                    }
                }
            } else {
                parser.skipChildren();
            }
            return Optional.of(new Failure("", code, message));
        }

        /** Of other parameters nothing is needed. */
        private void progress(JsonParser parser, JsonToken value) {
            if (value != JsonToken.START_OBJECT) {
                parser.skipChildren();
                return;
            }
            var mine = false;
            var reached = OptionalDouble.empty();
            var total = OptionalDouble.empty();
            var message = Optional.<String>empty();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                var name = parser.currentName();
                var member = parser.nextToken();
                switch (name) {
                    case "progressToken" -> mine = id(parser, member).equals(token);
                    case "progress" -> reached = number(parser, member);
                    case "total" -> total = number(parser, member);
                    case "message" -> message = text(parser, member, LONGEST_HIDING);
                    default -> parser.skipChildren();
                }
            }
            if (mine && reached.isPresent()) {
                progress = Optional.of(new Progress(reached.getAsDouble(), total, message));
            }
        }

        private static OptionalDouble number(JsonParser parser, JsonToken member) {
            parser.skipChildren();
            return member.isNumeric() && Double.isFinite(parser.getDoubleValue())
                    ? OptionalDouble.of(parser.getDoubleValue())
                    : OptionalDouble.empty();
        }
    }

    /** A text as JSON. */
    static String quoted(String text) {
        return '"' + Members.escaped(text) + '"';
    }
}
