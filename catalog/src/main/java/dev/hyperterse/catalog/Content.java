package dev.hyperterse.catalog;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Optional;

/** The content of one prompt message. {@code data} and {@code blob} are base64. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Content.Text.class, name = "text"),
    @JsonSubTypes.Type(value = Content.Image.class, name = "image"),
    @JsonSubTypes.Type(value = Content.Audio.class, name = "audio"),
    @JsonSubTypes.Type(value = Content.EmbeddedText.class, name = "embedded-text"),
    @JsonSubTypes.Type(value = Content.EmbeddedBlob.class, name = "embedded-blob"),
    @JsonSubTypes.Type(value = Content.ResourceLink.class, name = "resource-link")
})
public sealed interface Content {
    record Text(Template text) implements Content {}

    record Image(String data, String mimeType) implements Content {}

    record Audio(String data, String mimeType) implements Content {}

    record EmbeddedText(Template uri, Optional<String> mimeType, Template text) implements Content {}

    record EmbeddedBlob(Template uri, Optional<String> mimeType, String blob) implements Content {}

    record ResourceLink(
            Template uri, String name, Optional<String> title, Optional<String> description, Optional<String> mimeType)
            implements Content {}
}
