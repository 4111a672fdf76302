package dev.hyperterse.engines.mongodb;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.binding.ValueSource;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.validation.Coercion;
import dev.hyperterse.calls.validation.ValidationFailures;
import dev.hyperterse.catalog.document.BsonType;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/** Values of calls and constants of authors as BSON. A value that does not fit its type is refused, never rounded. */
final class BsonValues {
    /** A value with its entry in a document. */
    private static final long VALUE = 64;
    /** A character, with its UTF-8 while the command is sent. */
    private static final long CHARACTER = 4;

    private static final int DATE_LENGTH = 10;

    private BsonValues() {}

    /** A constant, which the compiler has checked. */
    static BsonValue constant(BsonType type, String text) {
        return type == BsonType.NULL ? BsonNull.VALUE : made(type, text, text);
    }

    /** @param value null is null, for any type */
    static BsonValue of(BsonType type, Object value, Reservation memory) {
        if (value == null) {
            return BsonNull.VALUE;
        }
        if (type == BsonType.JSON) {
            return PlainJson.of(value, memory);
        }
        var text = ValueSource.text(value, memory);
        memory.take(VALUE + CHARACTER * text.length());
        return made(type, value, text);
    }

    private static BsonValue made(BsonType type, Object value, String text) {
        try {
            return switch (type) {
                case NULL, JSON -> throw new IllegalArgumentException("no single value");
                case STRING -> new BsonString(text);
                case BOOLEAN -> bool(text);
                case INT32 -> new BsonInt32(number(value, text).intValueExact());
                case INT64 ->
                    new BsonInt64(
                            value instanceof Long whole
                                    ? whole
                                    : number(value, text).longValueExact());
                case DOUBLE -> new BsonDouble(number(value, text).doubleValue());
                case DECIMAL -> new BsonDecimal128(new Decimal128(number(value, text)));
                case NUMBER -> shortest(number(value, text));
                case OBJECT_ID -> new BsonObjectId(new ObjectId(text));
                case DATE -> new BsonDateTime(moment(text).toEpochMilli());
                case UUID -> new BsonBinary(uuid(text));
            };
        } catch (ArithmeticException | IllegalArgumentException | DateTimeException none) {
            throw new CallFailure(
                    Stage.BINDING, "'%s' is not a valid %s".formatted(ValidationFailures.shown(text), name(type)));
        }
    }

    private static BsonBoolean bool(String text) {
        return switch (text) {
            case "true" -> BsonBoolean.TRUE;
            case "false" -> BsonBoolean.FALSE;
            default -> throw new IllegalArgumentException("neither");
        };
    }

    private static BigDecimal number(Object value, String text) {
        return value instanceof BigDecimal number ? number : Coercion.decimal(text);
    }

    /** A double, if it represents the number exactly, otherwise a decimal of 34 digits. */
    static BsonValue shortest(BigDecimal number) {
        var real = number.doubleValue();
        return Double.isFinite(real) && new BigDecimal(Double.toString(real)).compareTo(number) == 0
                ? new BsonDouble(real)
                : new BsonDecimal128(new Decimal128(number));
    }

    /** A time without an offset is in UTC. */
    private static Instant moment(String text) {
        if (text.length() == DATE_LENGTH) {
            return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
        }
        var written = text.replace(' ', 'T');
        var zoned = written.endsWith("Z")
                || written.lastIndexOf('+') > DATE_LENGTH
                || written.lastIndexOf('-') > DATE_LENGTH;
        return zoned
                ? OffsetDateTime.parse(written).toInstant()
                : LocalDateTime.parse(written).toInstant(ZoneOffset.UTC);
    }

    private static UUID uuid(String text) {
        var uuid = UUID.fromString(text);
        if (!uuid.toString().equalsIgnoreCase(text)) {
            throw new IllegalArgumentException("shortened");
        }
        return uuid;
    }

    private static String name(BsonType type) {
        return switch (type) {
            case NULL -> "null";
            case BOOLEAN -> "boolean";
            case INT32 -> "whole number of 32 bits";
            case INT64 -> "whole number of 64 bits";
            case DOUBLE -> "number";
            case DECIMAL, NUMBER -> "number of 34 digits";
            case STRING -> "text";
            case OBJECT_ID -> "ObjectId (24 hexadecimal digits)";
            case DATE -> "date and time";
            case UUID -> "UUID";
            case JSON -> "document";
        };
    }
}
