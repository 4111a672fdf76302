package dev.hyperterse.cli.imports;

import java.util.Map;

/**
 * An argument.
 *
 * @param type as {@code inputs[].type} has it
 * @param rules further fields of the input
 */
public record ImportedInput(String name, String type, String description, Map<String, Object> rules) {
    public String placeholder() {
        return "{{ inputs.%s }}".formatted(name);
    }

    /** As the name of a column or a word of SQL that the enum has. */
    public String chosen(String filter) {
        return "{{ inputs.%s | %s }}".formatted(name, filter);
    }
}
