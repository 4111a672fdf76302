package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Optional;

/** A Redis or Valkey database. */
@ValidationRule(
        value = "!(has(self.password) && has(self.passwordFile))",
        message = "only one of password and passwordFile may be set")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Redis(
        @JsonPropertyDescription(
                "redis://host[:port][,host...][/database], or rediss:// for TLS, without credentials. Several hosts "
                        + "are nodes of a cluster, or tried in their order. May hold {{ env.NAME }}.")
        @Required
        @Size(min = 1, max = Bounds.URL)
        @Pattern(Formats.REDIS_URL)
        String url,

        @JsonPropertyDescription("ACL user to connect as. Default: the default user.")
        Optional<Setting> username,

        @JsonPropertyDescription("Password of the user. A change in its Secret is used without a failed call.")
        Optional<Setting> password,

        @JsonPropertyDescription("File with the password, read for each new connection: a path below "
                + "/var/run/hyperterse/secrets in a pod, below the manifests elsewhere.")
        @Size(min = 1, max = Bounds.PATH)
        @Pattern(Formats.PASSWORD_FILE)
        Optional<String> passwordFile,

        @JsonPropertyDescription(
                "Transport security of the connection, of a rediss:// address. Default: mode VerifyFull.")
        Optional<Tls> tls) {
    public Redis {
        url = Absent.orEmpty(url);
        username = Absent.orEmpty(username);
        password = Absent.orEmpty(password);
        passwordFile = Absent.orEmpty(passwordFile);
        tls = Absent.orEmpty(tls);
    }
}
