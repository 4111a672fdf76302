package dev.hyperterse.crds.v1alpha1.shared;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Optional;

/** An icon that clients may show. */
public record Icon(
        @JsonPropertyDescription("http, https or data URI of the image. Only clients fetch it.")
        @Required
        @Size(min = 1, max = Bounds.ICON)
        @Pattern(Formats.ICON)
        String src,

        @JsonPropertyDescription("Media type of the image, such as image/png.")
        @Size(max = Bounds.MIME_TYPE)
        @Pattern(Formats.MIME_TYPE)
        Optional<String> mimeType,

        @JsonPropertyDescription(
                "Sizes in pixels at which the image looks right, such as 48x48; \"any\" for a scalable one.")
        @AtomicList
        @Size(max = 8)
        List<@Size(max = 16) @Pattern(Formats.ICON_SIZE) String> sizes,

        @JsonPropertyDescription("The background the image is made for: Light or Dark. Default: either.")
        Optional<Theme> theme) {
    /** The background an icon is made for. */
    public enum Theme {
        Light,
        Dark,
        Unrecognized
    }
}
