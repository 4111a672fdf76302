package dev.hyperterse.cli.imports;

import dev.hyperterse.cli.diagnostics.Place;
import java.util.Map;

/** A tool, a prompt or a resource, and where the configuration has it. */
public sealed interface ImportedDefinition permits ImportedDefinition.Text, ImportedTool {
    Place place();

    /** As the configuration has it. */
    String name();

    String kind();

    /** A prompt or a resource. @param spec its fields */
    record Text(Place place, String kind, String name, Map<String, Object> spec) implements ImportedDefinition {}
}
