package dev.hyperterse.engines.mongodb;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.validation.JsonText;
import dev.hyperterse.calls.validation.ValidationFailures;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;

/**
 * Objects and arrays of callers, as plain data: operators and paths are refused as keys, and extended JSON has no
 * meaning.
 */
final class PlainJson {
    private static final int DEEPEST = 16;
    /** A value in a tree with its key, and its part of the buffer that it is sent from. */
    private static final long VALUE = 128;

    private static final long CHARACTER = 6;

    private PlainJson() {}

    static BsonValue of(Object value, Reservation memory) {
        return switch (value) {
            case List<?> list ->
                new BsonArray(list.stream().map(item -> of(item, memory)).toList());
            case JsonText(var text) -> parse(text, memory);
            default -> parse(value.toString(), memory);
        };
    }

    private static BsonValue parse(String json, Reservation memory) {
        memory.take(CHARACTER * json.length());
        try (var parser = JsonText.FACTORY.createParser(ObjectReadContext.empty(), json)) {
            parser.nextToken();
            return read(parser, 0, memory);
        }
    }

    private static BsonValue read(JsonParser parser, int depth, Reservation memory) {
        memory.take(VALUE);
        return switch (parser.currentToken()) {
            case START_OBJECT -> document(parser, depth + 1, memory);
            case START_ARRAY -> array(parser, depth + 1, memory);
            case VALUE_STRING -> new BsonString(parser.getString());
            case VALUE_TRUE -> BsonBoolean.TRUE;
            case VALUE_FALSE -> BsonBoolean.FALSE;
            case VALUE_NULL -> BsonNull.VALUE;
            case VALUE_NUMBER_INT -> whole(parser);
            case VALUE_NUMBER_FLOAT -> number(parser);
            default -> throw new IllegalStateException("validated JSON has no " + parser.currentToken());
        };
    }

    private static BsonValue whole(JsonParser parser) {
        return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                ? number(parser)
                : new BsonInt64(parser.getLongValue());
    }

    private static BsonValue number(JsonParser parser) {
        try {
            return BsonValues.shortest(parser.getDecimalValue());
        } catch (NumberFormatException tooManyDigits) {
            throw new CallFailure(
                    Stage.VALIDATION,
                    "'%s' has more digits than the database can store"
                            .formatted(ValidationFailures.shown(parser.getString())));
        }
    }

    private static BsonDocument document(JsonParser parser, int depth, Reservation memory) {
        deeper(depth);
        var document = new BsonDocument();
        while (!parser.nextToken().isStructEnd()) {
            var key = parser.currentName();
            if (key.startsWith("$") || key.indexOf('.') >= 0) {
                throw new CallFailure(
                        Stage.VALIDATION,
                        "the key '%s' is not allowed: keys of objects neither begin with $ nor contain a dot"
                                .formatted(ValidationFailures.shown(key)));
            }
            parser.nextToken();
            document.append(key, read(parser, depth, memory));
        }
        return document;
    }

    private static BsonArray array(JsonParser parser, int depth, Reservation memory) {
        deeper(depth);
        var items = new ArrayList<BsonValue>();
        while (!parser.nextToken().isStructEnd()) {
            items.add(read(parser, depth, memory));
        }
        return new BsonArray(items);
    }

    private static void deeper(int depth) {
        if (depth > DEEPEST) {
            throw new CallFailure(Stage.VALIDATION, "an object is nested deeper than %d levels".formatted(DEEPEST));
        }
    }
}
