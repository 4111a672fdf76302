package dev.hyperterse.crds.v1alpha1.action;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** Where an API publishes the document of its operations. */
public record PublishedDocument(
        @JsonPropertyDescription("Path below the URL of the adapter, such as /openapi.json.")
        @Required
        @Size(min = 1, max = Bounds.URL)
        @Pattern(Formats.DOCUMENT_PATH)
        String path,

        @JsonPropertyDescription(
                "Digest of the document that was approved, as hyperterse import prints it. Default: that of openapi.document;"
                        + " for a single request none, so that any document is accepted.")
        @Size(min = 64, max = 64)
        @Pattern(Formats.SHA_256)
        Optional<String> digest) {}
