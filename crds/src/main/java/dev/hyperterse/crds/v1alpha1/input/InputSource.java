package dev.hyperterse.crds.v1alpha1.input;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Optional;

/** The part of the caller's identity, or of its request, that becomes the value of an input. */
@ValidationRule(
        value = "[has(self.claim), has(self.principal), has(self.header), has(self.path)].exists_one(set, set)",
        message = "exactly one of claim, principal, header and path must be set")
public record InputSource(
        @JsonPropertyDescription(
                "Claim of the caller's token; a claim of that very name, else dots lead into nested ones.")
        @Size(min = 1, max = Bounds.CHOICE)
        Optional<String> claim,

        @JsonPropertyDescription("Subject: the principal of a key, or sub of a token. Plugin: the plugin it is of.")
        Optional<PrincipalField> principal,

        @JsonPropertyDescription(
                "Header of the request, sent once. Any client can send it: a proxy in front has to set it, and to remove what "
                        + "clients send. Not one that holds credentials.")
        @Size(min = 1, max = 64)
        Optional<String> header,

        @JsonPropertyDescription(
                "Segment of the URL that the client calls: tenant for a server with the http.path /mcp/{tenant}. The client "
                        + "chooses it.")
        @Size(min = 1, max = Bounds.IDENTIFIER)
        @Pattern(Formats.IDENTIFIER)
        Optional<String> path) {
    /** Parts that every caller with an identity has. */
    public enum PrincipalField {
        Subject,
        Plugin,
        Unrecognized
    }
}
