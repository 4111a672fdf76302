package dev.hyperterse.engines.mcp.message;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.WholeResult;
import dev.hyperterse.engines.http.JsonCopy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The result of a call, copied without a tree. Members of the result that are not known here are left out. */
public abstract sealed class CallResult implements ResultReader, AutoCloseable permits PieceList, CompletionValues {
    /** Members of {@code _meta} with a meaning for clients of this server. */
    private static final List<String> RESERVED = List.of("io.modelcontextprotocol/", "dev.hyperterse/");

    private static final String META = "_meta";
    private static final String COMPLETE = "complete";
    private static final String INPUT_REQUIRED = "input_required";

    /** Members of a result that asks the user. */
    private static final Set<String> ASKED = Set.of("inputRequests", "requestState");

    private final String list;
    private final ResultBuffer pieces;
    private final ResultBuffer structured;
    private final ResultBuffer meta;
    private final ResultBuffer asked;
    private String type = COMPLETE;

    /** @param list the member with what is asked for */
    CallResult(String list, ResultBuffer out) {
        this.list = list;
        this.pieces = out.another();
        this.structured = out.another();
        this.meta = out.another();
        this.asked = out.another();
    }

    /** The questions of the other server before it goes on, as an object with the members of its result. */
    public final Optional<String> asked() {
        if (!type.equals(INPUT_REQUIRED)) {
            return Optional.empty();
        }
        if (asked.size() > Message.LONGEST_QUESTION) {
            throw new CallFailure(Stage.EXECUTION, Message.QUESTION_TOO_LONG);
        }
        return Optional.of("{" + new String(asked.array(), 0, asked.size(), StandardCharsets.UTF_8) + "}");
    }

    /** Whether it is a result, and not a request for input or a task. */
    public final boolean isComplete() {
        return type.equals(COMPLETE);
    }

    /** The words of a failure, where the other server says that the call failed. */
    public Optional<String> failure() {
        return Optional.empty();
    }

    public final void writeTo(ResultBuffer out) {
        if (pieces.size() == 0) {
            pieces.ascii("[]");
        }
        WholeResult.write(pieces, structured, meta, out);
    }

    @Override
    public final void read(JsonParser result) throws NotMcp {
        reset();
        var question = new Members(asked);
        while (result.nextToken() == JsonToken.PROPERTY_NAME) {
            var name = result.currentName();
            var token = result.nextToken();
            if (name.equals(list)) {
                list(result, token, pieces);
            } else if (name.equals(META)) {
                meta(result, token);
            } else if (name.equals("resultType")) {
                type = token == JsonToken.VALUE_STRING ? result.getString() : "unknown";
            } else if (ASKED.contains(name)) {
                question.copy(name, result);
            } else {
                member(name, token, result);
            }
        }
    }

    void reset() {
        pieces.resetTo(0);
        structured.resetTo(0);
        meta.resetTo(0);
        asked.resetTo(0);
        type = COMPLETE;
    }

    /** Reads the member with what is asked for, and writes it as an array. */
    abstract void list(JsonParser result, JsonToken token, ResultBuffer array) throws NotMcp;

    /** Reads another member of the result, up to its end. */
    void member(String name, JsonToken token, JsonParser result) {
        result.skipChildren();
    }

    /** The buffer of an object beside the array. */
    final ResultBuffer structured() {
        return structured;
    }

    private void meta(JsonParser result, JsonToken token) {
        if (token != JsonToken.START_OBJECT) {
            result.skipChildren();
            return;
        }
        // Opened by its first member: most have none that is passed on, and then the buffer takes no memory.
        new Members(meta, "{").copyMeta(result);
        if (meta.size() > 0) {
            meta.json('}');
        }
    }

    /** Members of one object as they are copied. */
    static final class Members {
        private final ResultBuffer out;
        private String separator;

        Members(ResultBuffer out) {
            this(out, "");
        }

        /** @param opening before the first one */
        private Members(ResultBuffer out, String opening) {
            this.out = out;
            this.separator = opening;
        }

        /** Copies a member with the value at which the parser is, without what each {@code _meta} in it has of this server. */
        void copy(String name, JsonParser value) {
            begin(name);
            copyValue(name, value);
        }

        /** @param name of the member that the value is, or is in a list of */
        private void copyValue(String name, JsonParser value) {
            switch (value.currentToken()) {
                case START_OBJECT -> {
                    var members = opened();
                    if (name.equals(META)) {
                        members.copyMeta(value);
                    } else {
                        members.copyAll(value);
                    }
                    members.close();
                }
                case START_ARRAY -> {
                    out.json('[');
                    for (var first = true; value.nextToken() != JsonToken.END_ARRAY; first = false) {
                        out.ascii(first ? "" : ",");
                        copyValue(name, value);
                    }
                    out.json(']');
                }
                default -> JsonCopy.value(value, out);
            }
        }

        /** Adds a member with a text. */
        void text(String name, String value) {
            begin(name);
            out.quoted(value);
        }

        private void copyAll(JsonParser object) {
            while (object.nextToken() == JsonToken.PROPERTY_NAME) {
                var name = object.currentName();
                object.nextToken();
                copy(name, object);
            }
        }

        private void copyMeta(JsonParser object) {
            while (object.nextToken() == JsonToken.PROPERTY_NAME) {
                var name = object.currentName();
                object.nextToken();
                if (isReserved(name)) {
                    object.skipChildren();
                } else {
                    begin(name);
                    JsonCopy.value(object, out);
                }
            }
        }

        private static boolean isReserved(String name) {
            for (var prefix : RESERVED) {
                if (name.startsWith(prefix)) {
                    return true;
                }
            }
            return false;
        }

        /** Begins an object. @return its members */
        Members open(String name) {
            begin(name);
            return opened();
        }

        private Members opened() {
            out.json('{');
            return new Members(out);
        }

        void close() {
            out.json('}');
        }

        private void begin(String name) {
            out.ascii(separator).quoted(name).json(':');
            separator = ",";
        }
    }

    @Override
    public final void close() {
        pieces.close();
        structured.close();
        meta.close();
        asked.close();
    }
}
