package dev.hyperterse.crds.v1alpha1.adapter;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** Settings that only a connection to MongoDB has. */
public record Mongodb(
        @JsonPropertyDescription("Name of the database.") @Required @Size(min = 1, max = Bounds.LABEL)
        String database,

        @JsonPropertyDescription("Further settings of the connection; a closed list.")
        Optional<Parameters> parameters) {
    /** Settings of a MongoDB connection. */
    public record Parameters(
            @JsonPropertyDescription("Database that knows the user. Default admin.") @Size(min = 1, max = Bounds.LABEL)
            Optional<String> authSource,

            @JsonPropertyDescription("Name of the replica set.") @Size(min = 1, max = Bounds.LABEL)
            Optional<String> replicaSet,

            @JsonPropertyDescription("Which members are read: Primary (default), PrimaryPreferred, Secondary, "
                    + "SecondaryPreferred, Nearest.")
            Optional<ReadPreference> readPreference) {}

    /** Which members of a replica set are read. */
    public enum ReadPreference {
        Primary,
        PrimaryPreferred,
        Secondary,
        SecondaryPreferred,
        Nearest,
        Unrecognized
    }
}
