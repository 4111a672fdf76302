package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListSet;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Optional;

/** A PostgreSQL database. */
@ValidationRule(
        value = "!(has(self.password) && has(self.passwordFile))",
        message = "only one of password and passwordFile may be set")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Postgres(
        @JsonPropertyDescription(
                "postgresql://host[:port][,host...]/database, without credentials. May hold {{ env.NAME }}.")
        @Required
        @Size(min = 1, max = Bounds.URL)
        @Pattern(Formats.POSTGRES_URL)
        String url,

        @JsonPropertyDescription("User to connect as.") Optional<Setting> username,

        @JsonPropertyDescription("Password of the user. A change in its Secret is used without a failed call.")
        Optional<Setting> password,

        @JsonPropertyDescription("File with the password, read for each new connection: a path below "
                + "/var/run/hyperterse/secrets in a pod, below the manifests elsewhere.")
        @Size(min = 1, max = Bounds.PATH)
        @Pattern(Formats.PASSWORD_FILE)
        Optional<String> passwordFile,

        @JsonPropertyDescription("Transport security of the connection. Default: mode Prefer.")
        Optional<Tls> tls,

        @JsonPropertyDescription(
                "Further settings of the connection; a closed list, because some settings of drivers run code"
                        + " or read files.")
        Optional<Parameters> parameters,

        @JsonPropertyDescription("Roles that statements may take by their role. The user of the adapter has to be a "
                + "member of each. Default: none.")
        @ListSet
        @Size(max = 64)
        List<@Size(min = 1, max = Bounds.IDENTIFIER) @Pattern(Formats.ROLE) String> roles) {
    /** What PostgreSQL calls the role that a connection began with. */
    public static final String NO_ROLE = "none";

    public Postgres {
        url = Absent.orEmpty(url);
        username = Absent.orEmpty(username);
        password = Absent.orEmpty(password);
        passwordFile = Absent.orEmpty(passwordFile);
        tls = Absent.orEmpty(tls);
        parameters = Absent.orEmpty(parameters);
        roles = Absent.orEmpty(roles);
    }

    /** Settings of a PostgreSQL connection. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
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
            Optional<TargetServer> targetServerType) {
        public Parameters {
            applicationName = Absent.orEmpty(applicationName);
            currentSchema = Absent.orEmpty(currentSchema);
            targetServerType = Absent.orEmpty(targetServerType);
        }
    }

    /** Which of several hosts a connection may use. */
    public enum TargetServer {
        Any,
        Primary,
        Secondary,
        PreferPrimary,
        PreferSecondary,
        /** A value of a newer API than this build; never written. */
        @JsonEnumDefaultValue
        Unrecognized
    }
}
