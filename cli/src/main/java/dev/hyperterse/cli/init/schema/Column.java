package dev.hyperterse.cli.init.schema;

import java.util.List;

/**
 * A column that may be read.
 *
 * @param declared the type in the words of the engine
 * @param comment empty where there is none
 * @param choices the only values, from an enumeration or a check; empty where there are others
 */
public record Column(
        String name, ColumnType type, String declared, boolean nullable, String comment, List<String> choices) {
    public Column {
        choices = List.copyOf(choices);
    }
}
