package dev.hyperterse.operator.compile.statement;

import dev.hyperterse.operator.compile.binding.TypedValue;

/** A value with SQL of the compiler's own around it, where an engine needs some to take it as the author meant it. */
record Wrapped(String before, TypedValue value, String behind) {
    static Wrapped plain(TypedValue value) {
        return new Wrapped("", value, "");
    }
}
