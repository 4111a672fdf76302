package dev.hyperterse.catalog.document;

/** The type of a value in the command. */
public enum BsonType {
    NULL,
    BOOLEAN,
    INT32,
    INT64,
    DOUBLE,
    /** Decimal128: {@code $numberDecimal}. */
    DECIMAL,
    /** A double where that is the same number, else Decimal128. */
    NUMBER,
    STRING,
    /** {@code $oid}. */
    OBJECT_ID,
    /** Milliseconds since 1970, in UTC: {@code $date}. */
    DATE,
    /** {@code $uuid}. */
    UUID,
    /** An object or array of the caller, in which no key is an operator or a path. */
    JSON
}
