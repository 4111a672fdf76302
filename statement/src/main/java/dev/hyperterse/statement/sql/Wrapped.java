package dev.hyperterse.statement.sql;

import dev.hyperterse.statement.binding.TypedValue;

/** A value with SQL of the compiler's own around it, where an engine needs some to take it as the author meant it. */
record Wrapped(String before, TypedValue value, String behind) {
    static Wrapped plain(TypedValue value) {
        return new Wrapped("", value, "");
    }
}
