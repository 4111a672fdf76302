package dev.hyperterse.statement.sql.dialect;

import dev.hyperterse.statement.binding.TypedValue;

/** A value with SQL of the compiler around it, if the engine would otherwise misinterpret it. */
public record Wrapped(String before, TypedValue value, String behind) {
    public static Wrapped plain(TypedValue value) {
        return new Wrapped("", value, "");
    }
}
