package dev.hyperterse.crds.v1alpha1.adapter;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.ServerDocument;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Optional;

/** Transport security of a connection to a database. */
@ValidationRule(value = "has(self.certificate) == has(self.key)", message = "certificate and key must be set together")
@ValidationRule(
        value = "self.mode != 'Disable' || !(has(self.ca) || has(self.certificate))",
        message = "mode Disable uses no certificates: remove ca, certificate and key, or choose another mode")
public record Tls(
        @JsonPropertyDescription(
                "Disable, Prefer (when the database offers it), Require (without checking the certificate), "
                        + "VerifyCa, or VerifyFull (certificate and host name).")
        @Required
        Mode mode,

        @JsonPropertyDescription(
                "Certificates of the authorities to trust, as PEM. Default: those of the runtime image.")
        Optional<ServerDocument> ca,

        @JsonPropertyDescription("Certificate of the client, as PEM; together with key.")
        Optional<ServerDocument> certificate,

        @JsonPropertyDescription("Private key of the client, as PKCS#8 PEM; together with certificate.")
        Optional<ServerDocument> key) {
    /** How much of the connection is secured and checked. */
    public enum Mode {
        Disable,
        Prefer,
        Require,
        VerifyCa,
        VerifyFull,
        Unrecognized
    }
}
