package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** Not supported yet: a MySQL or MariaDB database. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Mysql(
        @JsonPropertyDescription(
                "Not supported yet: mysql://host[:port]/database, without credentials. May hold {{ env.NAME " + "}}.")
        @Required
        @Size(min = 1, max = Bounds.URL)
        @Pattern(Formats.MYSQL_URL)
        String url,

        @JsonPropertyDescription("Not supported yet: user to connect as.")
        Optional<Setting> username,

        @JsonPropertyDescription("Not supported yet: password of the user.")
        Optional<Setting> password,

        @JsonPropertyDescription("Not supported yet: transport security of the connection.")
        Optional<Tls> tls,

        @JsonPropertyDescription("Not supported yet: further settings of the connection; a closed list.")
        Optional<Parameters> parameters) {
    public Mysql {
        url = Absent.orEmpty(url);
        username = Absent.orEmpty(username);
        password = Absent.orEmpty(password);
        tls = Absent.orEmpty(tls);
        parameters = Absent.orEmpty(parameters);
    }

    /** Settings of a MySQL connection. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Parameters(
            @JsonPropertyDescription("Not supported yet: collation of the connection, such as utf8mb4_0900_ai_ci.")
            @Size(max = Bounds.LABEL)
            @Pattern(Formats.IDENTIFIER)
            Optional<String> connectionCollation) {
        public Parameters {
            connectionCollation = Absent.orEmpty(connectionCollation);
        }
    }
}
