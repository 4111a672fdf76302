package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** Not supported yet: a Redis or Valkey database. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Redis(
        @JsonPropertyDescription(
                "Not supported yet: redis:// or rediss:// address with an optional database number, without "
                        + "credentials. May hold {{ env.NAME }}.")
        @Required
        @Size(min = 1, max = Bounds.URL)
        @Pattern(Formats.REDIS_URL)
        String url,

        @JsonPropertyDescription("Not supported yet: user to connect as.")
        Optional<Setting> username,

        @JsonPropertyDescription("Not supported yet: password of the user.")
        Optional<Setting> password,

        @JsonPropertyDescription("Not supported yet: transport security of the connection.")
        Optional<Tls> tls) {
    public Redis {
        url = Absent.orEmpty(url);
        username = Absent.orEmpty(username);
        password = Absent.orEmpty(password);
        tls = Absent.orEmpty(tls);
    }
}
