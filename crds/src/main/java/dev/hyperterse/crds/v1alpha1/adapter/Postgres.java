package dev.hyperterse.crds.v1alpha1.adapter;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListSet;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Optional;

/** Settings that only a connection to PostgreSQL has. */
public record Postgres(
        @JsonPropertyDescription(
                "Further settings of the connection; a closed list, because some settings of drivers run code"
                        + " or read files.")
        Optional<Parameters> parameters,

        @JsonPropertyDescription("Roles that statements may take by their role. The user of the adapter has to be a "
                + "member of each. Default: none.")
        @ListSet
        @Size(max = 64)
        List<@Size(min = 1, max = Bounds.IDENTIFIER) @Pattern(Formats.ROLE) String> roles) {
    /** PostgreSQL's name for the role that a connection began with. */
    public static final String NO_ROLE = "none";

    /** Settings of a PostgreSQL connection. */
    public record Parameters(
            @JsonPropertyDescription("Name shown in pg_stat_activity. Default: the name of the server.")
            @Size(max = Bounds.LABEL)
            Optional<String> applicationName,

            @JsonPropertyDescription("Schemas to search, separated by commas.")
            @Size(max = Bounds.TITLE)
            @Pattern(Formats.SCHEMAS)
            Optional<String> currentSchema,

            @JsonPropertyDescription("Which of several hosts to use: Any (default), Primary, Secondary, PreferPrimary, "
                    + "PreferSecondary.")
            Optional<TargetServer> targetServerType) {}

    /** Which of several hosts a connection may use. */
    public enum TargetServer {
        Any,
        Primary,
        Secondary,
        PreferPrimary,
        PreferSecondary,
        Unrecognized
    }
}
