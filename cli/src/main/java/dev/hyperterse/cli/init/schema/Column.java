package dev.hyperterse.cli.init.schema;

import dev.hyperterse.cli.init.naming.Units;
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
    /** The comment, with the unit that the name of a number says. */
    public String description() {
        return type == ColumnType.INTEGER || type == ColumnType.NUMBER ? Units.described(name, comment) : comment;
    }
}
