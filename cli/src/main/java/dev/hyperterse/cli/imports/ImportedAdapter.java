package dev.hyperterse.cli.imports;

import java.util.Map;
import java.util.Optional;

/**
 * A connection. In its texts <code>${NAME}</code> is a variable of the environment.
 *
 * @param name as the configuration has it
 * @param engine as adapters name it
 * @param fields further fields of the adapter
 */
public record ImportedAdapter(
        String name,
        String engine,
        String url,
        Optional<String> username,
        Optional<String> password,
        Map<String, Object> fields) {
    /** A password has no place in what is printed. */
    @Override
    public String toString() {
        return engine + " " + name;
    }
}
