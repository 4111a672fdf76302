package dev.hyperterse.engines.mongodb;

import dev.hyperterse.calls.memory.ResultBuffer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import org.bson.BsonBinary;
import org.bson.BsonReader;
import org.bson.BsonType;

/**
 * Writes BSON as relaxed extended JSON into the buffer of a result, in one pass: types of JSON unchanged, other types
 * as an object whose key begins with a dollar.
 */
final class RelaxedJson {
    /** Extended JSON writes the years 1970 to 9999 as a text, others as milliseconds. */
    private static final long FIRST_TEXT = 0;

    private static final long LAST_TEXT = 253_402_300_799_999L;
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");

    private final ResultBuffer out;

    RelaxedJson(ResultBuffer out) {
        this.out = out;
    }

    void document(BsonReader reader) {
        reader.readStartDocument();
        out.json('{');
        var first = true;
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            if (!first) {
                out.json(',');
            }
            first = false;
            out.quoted(reader.readName()).json(':');
            value(reader);
        }
        reader.readEndDocument();
        out.json('}');
    }

    private void array(BsonReader reader) {
        reader.readStartArray();
        out.json('[');
        var first = true;
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            if (!first) {
                out.json(',');
            }
            first = false;
            value(reader);
        }
        reader.readEndArray();
        out.json(']');
    }

    /** Writes the value that the reader is at; its name is read already. */
    void value(BsonReader reader) {
        switch (reader.getCurrentBsonType()) {
            case DOCUMENT -> document(reader);
            case ARRAY -> array(reader);
            case STRING -> out.quoted(reader.readString());
            case INT32 -> out.ascii(Integer.toString(reader.readInt32()));
            case INT64 -> out.ascii(Long.toString(reader.readInt64()));
            case DOUBLE -> real(reader.readDouble());
            case BOOLEAN -> out.ascii(Boolean.toString(reader.readBoolean()));
            case NULL -> {
                reader.readNull();
                out.ascii("null");
            }
            case OBJECT_ID -> wrapped("$oid", reader.readObjectId().toHexString());
            case DATE_TIME -> date(reader.readDateTime());
            case DECIMAL128 -> wrapped("$numberDecimal", reader.readDecimal128().toString());
            case BINARY -> binary(reader.readBinaryData());
            case REGULAR_EXPRESSION -> {
                var regex = reader.readRegularExpression();
                pair("$regularExpression", "pattern", regex.getPattern(), "options", regex.getOptions());
            }
            case TIMESTAMP -> {
                var timestamp = reader.readTimestamp();
                key("$timestamp").json('{');
                out.quoted("t")
                        .json(':')
                        .ascii(Integer.toUnsignedString(timestamp.getTime()))
                        .json(',');
                out.quoted("i")
                        .json(':')
                        .ascii(Integer.toUnsignedString(timestamp.getInc()))
                        .json('}')
                        .json('}');
            }
            case JAVASCRIPT -> wrapped("$code", reader.readJavaScript());
            case JAVASCRIPT_WITH_SCOPE -> {
                key("$code").quoted(reader.readJavaScriptWithScope()).json(',');
                out.quoted("$scope").json(':');
                document(reader);
                out.json('}');
            }
            case SYMBOL -> wrapped("$symbol", reader.readSymbol());
            case DB_POINTER -> {
                var pointer = reader.readDBPointer();
                key("$dbPointer")
                        .json('{')
                        .quoted("$ref")
                        .json(':')
                        .quoted(pointer.getNamespace())
                        .json(',');
                out.quoted("$id").json(':');
                wrapped("$oid", pointer.getId().toHexString());
                out.json('}').json('}');
            }
            case UNDEFINED -> {
                reader.readUndefined();
                key("$undefined").ascii("true").json('}');
            }
            case MIN_KEY -> {
                reader.readMinKey();
                key("$minKey").json('1').json('}');
            }
            case MAX_KEY -> {
                reader.readMaxKey();
                key("$maxKey").json('1').json('}');
            }
            case END_OF_DOCUMENT -> throw new IllegalStateException("no value");
        }
    }

    private void real(double value) {
        if (Double.isFinite(value)) {
            out.ascii(Double.toString(value));
        } else {
            wrapped("$numberDouble", Double.toString(value));
        }
    }

    private void date(long millis) {
        if (millis < FIRST_TEXT || millis > LAST_TEXT) {
            key("$date");
            wrapped("$numberLong", Long.toString(millis));
            out.json('}');
            return;
        }
        var moment = Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC);
        var fraction = millis % 1000 == 0 ? "Z" : ".%03dZ".formatted(millis % 1000);
        wrapped("$date", MOMENT.format(moment) + fraction);
    }

    private void binary(BsonBinary binary) {
        pair(
                "$binary",
                "base64",
                Base64.getEncoder().encodeToString(binary.getData()),
                "subType",
                HexFormat.of().toHexDigits(binary.getType()));
    }

    private void wrapped(String key, String text) {
        key(key).quoted(text).json('}');
    }

    private void pair(String key, String first, String text, String second, String other) {
        key(key).json('{').quoted(first).json(':').quoted(text).json(',');
        out.quoted(second).json(':').quoted(other).json('}').json('}');
    }

    private ResultBuffer key(String key) {
        return out.json('{').quoted(key).json(':');
    }
}
