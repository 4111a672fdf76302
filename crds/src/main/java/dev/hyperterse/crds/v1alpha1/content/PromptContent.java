package dev.hyperterse.crds.v1alpha1.content;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Optional;

/** The content of one message. */
@ValidationRule(
        value = "[has(self.text), has(self.image), has(self.audio), has(self.resource), "
                + "has(self.resourceLink)].filter(set, set).size() == 1",
        message = "exactly one of text, image, audio, resource and resourceLink must be set")
public record PromptContent(
        @JsonPropertyDescription("A text; {{ name }} stands for an argument.")
        Optional<Document> text,

        @JsonPropertyDescription("A picture.") Optional<Media> image,
        @JsonPropertyDescription("A sound.") Optional<Media> audio,

        @JsonPropertyDescription("A resource that is sent along.")
        Optional<EmbeddedResource> resource,

        @JsonPropertyDescription("A resource that the client may read.")
        Optional<ResourceLink> resourceLink) {
    /** A picture or a sound. */
    public record Media(
            @JsonPropertyDescription("The data in base64; from a ConfigMap its binaryData is taken as it is.") @Required
            Document data,

            @JsonPropertyDescription("Media type, such as image/png.")
            @Required
            @Size(min = 1, max = Bounds.MIME_TYPE)
            @Pattern(Formats.MIME_TYPE)
            String mimeType) {}

    /** A resource that is sent along. */
    @ValidationRule(value = "has(self.text) != has(self.blob)", message = "exactly one of text and blob must be set")
    public record EmbeddedResource(
            @JsonPropertyDescription("URI of the resource; {{ name }} stands for an argument.")
            @Required
            @Size(min = 1, max = Bounds.URL)
            String uri,

            @JsonPropertyDescription("Media type, such as text/markdown.")
            @Size(max = Bounds.MIME_TYPE)
            @Pattern(Formats.MIME_TYPE)
            Optional<String> mimeType,

            @JsonPropertyDescription("Its text; {{ name }} stands for an argument.")
            Optional<Document> text,

            @JsonPropertyDescription("Its data in base64; from a ConfigMap its binaryData is taken as it is.")
            Optional<Document> blob) {}

    /** A resource that the client may read. */
    public record ResourceLink(
            @JsonPropertyDescription("URI of the resource; {{ name }} stands for an argument.")
            @Required
            @Size(min = 1, max = Bounds.URL)
            String uri,

            @JsonPropertyDescription("Name of the resource.") @Required @Size(min = 1, max = Bounds.TITLE)
            String name,

            @JsonPropertyDescription("Name shown to people.") @Size(max = Bounds.TITLE)
            Optional<String> title,

            @JsonPropertyDescription("What the resource holds.") @Size(max = Bounds.DESCRIPTION)
            Optional<String> description,

            @JsonPropertyDescription("Media type, such as text/markdown.")
            @Size(max = Bounds.MIME_TYPE)
            @Pattern(Formats.MIME_TYPE)
            Optional<String> mimeType) {}
}
