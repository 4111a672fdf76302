package dev.hyperterse.statement.sql;

import dev.hyperterse.statement.binding.TypedValue;

/** A value with SQL of the compiler around it, if the engine would otherwise misinterpret it. */
record Wrapped(String before, TypedValue value, String behind) {
    static Wrapped plain(TypedValue value) {
        return new Wrapped("", value, "");
    }
}
