package dev.hyperterse.cli.print;

import dev.hyperterse.cli.client.ExactJson;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Rows of a result.
 *
 * @param columns the members of all rows, in the order in which rows have them
 */
public record Rows(List<String> columns, List<JsonNode> rows) {
    /** The rows of an array of objects; empty for any other text. */
    public static Optional<Rows> of(String text) {
        try {
            var tree = ExactJson.mapper().readTree(text);
            if (!tree.isArray() || tree.valueStream().anyMatch(row -> !row.isObject())) {
                return Optional.empty();
            }
            var columns = new LinkedHashSet<String>();
            tree.forEach(row -> columns.addAll(row.propertyNames()));
            return Optional.of(new Rows(List.copyOf(columns), tree.valueStream().toList()));
        } catch (JacksonException noJson) {
            return Optional.empty();
        }
    }

    /** The text of a cell: nothing for null and for a member that the row does not have. */
    static String cell(JsonNode row, String column) {
        var value = row.path(column);
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        return value.isString() ? value.stringValue() : ExactJson.mapper().writeValueAsString(value);
    }
}
