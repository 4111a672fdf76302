package dev.hyperterse.cli.init.schema;

import java.util.Comparator;

/** @param schema empty where the engine has none, or the connection has chosen it */
public record TableName(String schema, String name) implements Comparable<TableName> {
    private static final Comparator<TableName> ORDER =
            Comparator.comparing(TableName::schema).thenComparing(TableName::name);

    @Override
    public int compareTo(TableName other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return schema.isEmpty() ? name : schema + "." + name;
    }
}
