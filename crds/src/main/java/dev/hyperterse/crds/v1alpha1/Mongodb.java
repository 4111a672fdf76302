package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** Not supported yet: a MongoDB database. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Mongodb(
        @JsonPropertyDescription(
                "Not supported yet: mongodb:// or mongodb+srv:// address, without credentials. May hold {{ "
                        + "env.NAME }}.")
        @Required
        @Size(min = 1, max = Bounds.URL)
        @Pattern(Formats.MONGODB_URL)
        String url,

        @JsonPropertyDescription("Not supported yet: name of the database.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        String database,

        @JsonPropertyDescription("Not supported yet: user to connect as.")
        Optional<Setting> username,

        @JsonPropertyDescription("Not supported yet: password of the user.")
        Optional<Setting> password,

        @JsonPropertyDescription("Not supported yet: transport security of the connection.")
        Optional<Tls> tls,

        @JsonPropertyDescription("Not supported yet: further settings of the connection; a closed list.")
        Optional<Parameters> parameters) {
    public Mongodb {
        url = Absent.orEmpty(url);
        database = Absent.orEmpty(database);
        username = Absent.orEmpty(username);
        password = Absent.orEmpty(password);
        tls = Absent.orEmpty(tls);
        parameters = Absent.orEmpty(parameters);
    }

    /** Settings of a MongoDB connection. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Parameters(
            @JsonPropertyDescription("Not supported yet: database that knows the user. Default admin.")
            @Size(min = 1, max = Bounds.LABEL)
            Optional<String> authSource,

            @JsonPropertyDescription("Not supported yet: name of the replica set.") @Size(min = 1, max = Bounds.LABEL)
            Optional<String> replicaSet,

            @JsonPropertyDescription(
                    "Not supported yet: which members are read: Primary (default), PrimaryPreferred, Secondary, "
                            + "SecondaryPreferred, Nearest.")
            Optional<ReadPreference> readPreference) {
        public Parameters {
            authSource = Absent.orEmpty(authSource);
            replicaSet = Absent.orEmpty(replicaSet);
            readPreference = Absent.orEmpty(readPreference);
        }
    }

    /** Which members of a replica set are read. */
    public enum ReadPreference {
        Primary,
        PrimaryPreferred,
        Secondary,
        SecondaryPreferred,
        Nearest,
        /** A value of a newer API than this build; never written. */
        @JsonEnumDefaultValue
        Unrecognized
    }
}
