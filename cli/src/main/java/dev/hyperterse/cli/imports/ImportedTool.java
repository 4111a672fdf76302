package dev.hyperterse.cli.imports;

import dev.hyperterse.cli.diagnostics.Place;
import java.util.List;
import java.util.Map;

/** @param more fields beside those that every tool has, such as {@code hints} */
public record ImportedTool(
        Place place,
        String name,
        String description,
        List<ImportedInput> inputs,
        ToolBody body,
        Map<String, Object> more)
        implements ImportedDefinition {
    @Override
    public String kind() {
        return "Tool";
    }
}
