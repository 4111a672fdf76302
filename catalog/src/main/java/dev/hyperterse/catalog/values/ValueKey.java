package dev.hyperterse.catalog.values;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The name of an entry of the value set, such as {@code env/REGION} or {@code adapters/warehouse/password}. */
public record ValueKey(@JsonValue String name) implements Comparable<ValueKey> {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ValueKey {}

    public static ValueKey environment(String variable) {
        return new ValueKey("env/" + variable);
    }

    public static ValueKey adapter(String adapter, String setting) {
        return new ValueKey("adapters/" + adapter + "/" + setting);
    }

    @Override
    public int compareTo(ValueKey other) {
        return name.compareTo(other.name);
    }
}
