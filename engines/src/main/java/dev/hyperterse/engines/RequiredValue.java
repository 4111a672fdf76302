package dev.hyperterse.engines;

import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;

/** A value that an adapter requires. */
public final class RequiredValue {
    private RequiredValue() {}

    public static String of(ValueSet values, ValueKey key, String what) {
        return values.find(key).orElseThrow(() -> new UnusableSettings("the %s has no value".formatted(what)));
    }
}
