package dev.hyperterse.crds.v1alpha1.adapter;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** Settings that only a connection to MySQL or MariaDB has. */
public record Mysql(
        @JsonPropertyDescription(
                "Further settings of the connection; a closed list, because some settings of drivers run code or read"
                        + " files.")
        Optional<Parameters> parameters) {
    /** Settings of a MySQL connection. */
    public record Parameters(
            @JsonPropertyDescription(
                    "Collation of the connection, one of utf8mb4, such as utf8mb4_unicode_ci: how texts of a call compare."
                            + " Default: the server's.")
            @Size(max = Bounds.LABEL)
            @Pattern(Formats.IDENTIFIER)
            Optional<String> connectionCollation) {}
}
