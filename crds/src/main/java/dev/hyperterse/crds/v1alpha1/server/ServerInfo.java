package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import dev.hyperterse.crds.v1alpha1.shared.Icon;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Optional;

/** How a server introduces itself to clients. */
public record ServerInfo(
        @JsonPropertyDescription("Name shown to people.") @Size(max = Bounds.TITLE)
        Optional<String> title,

        @JsonPropertyDescription("What the server is for, in one line, for people who choose among servers.")
        @Size(max = Bounds.SUMMARY)
        Optional<String> description,

        @JsonPropertyDescription("Version shown to clients. Default \"1.0.0\".") @Size(min = 1, max = Bounds.VERSION)
        Optional<String> version,

        @JsonPropertyDescription("What a model should know before it uses the tools; sent when a session begins.")
        @Size(max = Bounds.INSTRUCTIONS)
        Optional<String> instructions,

        @JsonPropertyDescription("Address of a page about the server.")
        @Size(max = Bounds.URL)
        @Pattern(Formats.HTTP_URL)
        Optional<String> websiteUrl,

        @JsonPropertyDescription("Icons that clients may show. Up to 8.") @AtomicList @Size(max = 8)
        List<Icon> icons) {}
