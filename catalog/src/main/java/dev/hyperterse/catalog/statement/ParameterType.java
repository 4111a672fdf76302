package dev.hyperterse.catalog.statement;

/** How the driver gets the type of a parameter, also of a NULL. */
public enum ParameterType {
    /** Left to the engine (Postgres: OID 0), so that it works against text, uuid, date or an enum. */
    TEXT,
    /** Postgres: int4 when the value fits, else its text with {@code ::int8}; two statements, both remembered. */
    INTEGER,
    /** Exact decimal. */
    DECIMAL,
    BOOLEAN,
    /** JSON text, its type left to the engine. */
    JSON
}
