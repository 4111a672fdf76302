package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Optional;

/** A MySQL or MariaDB database. */
@ValidationRule(
        value = "!(has(self.password) && has(self.passwordFile))",
        message = "only one of password and passwordFile may be set")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Mysql(
        @JsonPropertyDescription(
                "mysql://host[:port]/database, without credentials, of MySQL or MariaDB. May hold {{ env.NAME }}.")
        @Required
        @Size(min = 1, max = Bounds.URL)
        @Pattern(Formats.MYSQL_URL)
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
                "Further settings of the connection; a closed list, because some settings of drivers run code or read"
                        + " files.")
        Optional<Parameters> parameters) {
    public Mysql {
        url = Absent.orEmpty(url);
        username = Absent.orEmpty(username);
        password = Absent.orEmpty(password);
        passwordFile = Absent.orEmpty(passwordFile);
        tls = Absent.orEmpty(tls);
        parameters = Absent.orEmpty(parameters);
    }

    /** Settings of a MySQL connection. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Parameters(
            @JsonPropertyDescription(
                    "Collation of the connection, one of utf8mb4, such as utf8mb4_unicode_ci: how texts of a call compare."
                            + " Default: the server's.")
            @Size(max = Bounds.LABEL)
            @Pattern(Formats.IDENTIFIER)
            Optional<String> connectionCollation) {
        public Parameters {
            connectionCollation = Absent.orEmpty(connectionCollation);
        }
    }
}
