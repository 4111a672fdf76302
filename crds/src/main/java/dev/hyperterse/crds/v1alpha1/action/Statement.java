package dev.hyperterse.crds.v1alpha1.action;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.Map;
import java.util.Optional;

/** A statement in the language of its adapter, with placeholders that are bound as parameters. */
public record Statement(
        @JsonPropertyDescription("Name of the adapter in the server's spec.adapters that runs the statement.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.LABEL)
        String adapter,

        @JsonPropertyDescription("The statement. {{ inputs.x }}, {{ env.X }}, {{ principal.subject }} and {{ "
                + "principal.claims.x }} are bound as parameters, never pasted as text. Exactly one statement, "
                + "at most 64 KiB.")
        @Required
        Document text,

        @JsonPropertyDescription(
                "Settings of the transaction that this statement runs in, such as app.user, for row-level security. PostgreSQL"
                        + " only. Values may hold placeholders of principal, env and inputs with a source.")
        @Size(max = 16)
        Map<String, @Size(max = Bounds.SETTING) String> session,

        @JsonPropertyDescription("Role of the transaction that this statement runs in, one of the adapter's "
                + "postgres.roles. May hold placeholders of principal, env and inputs with a source.")
        @Size(min = 1, max = Bounds.TITLE)
        Optional<String> role,

        @JsonPropertyDescription(
                "Bound (default): every placeholder is a parameter. Textual: values become text of the "
                        + "statement, unquoted; needs an adapter with textual Allowed.")
        Optional<Substitution> substitution) {
    /** The treatment of placeholders. */
    public enum Substitution {
        Bound,
        Textual,
        Unrecognized
    }
}
