package dev.hyperterse.catalog.values;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The name of an entry of the value set, such as {@code env/REGION} or {@code adapters/warehouse/password}. */
public record ValueKey(@JsonValue String name) implements Comparable<ValueKey> {
    private static final String AUTH = "auth/";

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ValueKey {}

    public static ValueKey environment(String variable) {
        return new ValueKey("env/" + variable);
    }

    public static ValueKey adapter(String adapter, String setting) {
        return new ValueKey("adapters/" + adapter + "/" + setting);
    }

    public static ValueKey auth(String plugin, String setting) {
        return new ValueKey(AUTH + plugin + "/" + setting);
    }

    public static ValueKey decision(String setting) {
        return new ValueKey("decision/" + setting);
    }

    public static ValueKey fetch(String url, String setting) {
        return new ValueKey("fetch/" + url + "/" + setting);
    }

    /** Whether callers are authenticated with it. */
    public boolean isOfAuth() {
        return name.startsWith(AUTH);
    }

    @Override
    public int compareTo(ValueKey other) {
        return name.compareTo(other.name);
    }
}
