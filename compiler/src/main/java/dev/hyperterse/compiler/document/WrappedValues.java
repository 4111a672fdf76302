package dev.hyperterse.compiler.document;

import dev.hyperterse.catalog.document.BsonType;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Extended JSON: values of types that JSON has not. */
final class WrappedValues {
    private static final Map<String, BsonType> TYPES = Map.of(
            "$oid", BsonType.OBJECT_ID,
            "$date", BsonType.DATE,
            "$numberDecimal", BsonType.DECIMAL,
            "$numberDouble", BsonType.DOUBLE,
            "$numberInt", BsonType.INT32,
            "$numberLong", BsonType.INT64,
            "$uuid", BsonType.UUID);
    private static final Pattern OBJECT_ID = Pattern.compile("[0-9a-fA-F]{24}");
    private static final Pattern UUID =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");
    private static final int DECIMAL_DIGITS = 34;

    private WrappedValues() {}

    static Optional<BsonType> type(String key) {
        return Optional.ofNullable(TYPES.get(key));
    }

    static boolean isValid(BsonType type, String text) {
        try {
            return switch (type) {
                case OBJECT_ID -> OBJECT_ID.matcher(text).matches();
                case UUID -> UUID.matcher(text).matches();
                case DATE -> OffsetDateTime.parse(text) != null;
                case DECIMAL -> new BigDecimal(text).precision() <= DECIMAL_DIGITS;
                case DOUBLE -> !text.isBlank() && Double.isFinite(Double.parseDouble(text));
                case INT32 -> text.equals(Integer.toString(Integer.parseInt(text)));
                case INT64 -> text.equals(Long.toString(Long.parseLong(text)));
                case NULL, BOOLEAN, NUMBER, STRING, JSON -> true;
            };
        } catch (NumberFormatException | DateTimeException none) {
            return false;
        }
    }
}
