package dev.hyperterse.crds.v1alpha1.adapter;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import dev.hyperterse.crds.v1alpha1.shared.ServerDocument;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** Settings that only an SQLite database inside each replica has. */
public record Sqlite(
        @JsonPropertyDescription("Statements run once when the database is opened, before it becomes read-only.")
        Optional<ServerDocument> initSql,

        @JsonPropertyDescription("Further settings of the connection; a closed list.")
        Optional<Parameters> parameters) {
    /** Settings of an SQLite connection. */
    public record Parameters(
            @JsonPropertyDescription("How long a statement waits for a lock. Default 5s.")
            @Size(max = Bounds.DURATION)
            @Pattern(Formats.DURATION)
            Optional<String> busyTimeout) {}
}
