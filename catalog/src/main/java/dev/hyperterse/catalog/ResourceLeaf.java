package dev.hyperterse.catalog;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.input.Argument;
import dev.hyperterse.catalog.input.Input;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A compiled resource, or a template of resources.
 *
 * @param mimeType absent where another server makes the content and does not say
 * @param access who may see and read it, where not every caller of the server may
 * @param protections the digest of the sections that protect it
 */
public record ResourceLeaf(
        LeafIdentity identity,
        Address address,
        String name,
        Optional<String> title,
        Optional<String> description,
        List<Icon> icons,
        Optional<String> mimeType,
        Optional<Long> size,
        Audience audience,
        List<Argument> arguments,
        Body body,
        Optional<AccessPolicy> access,
        Optional<String> protections)
        implements Leaf {
    public ResourceLeaf {
        icons = icons == null ? List.of() : List.copyOf(icons);
        arguments = arguments == null ? List.of() : List.copyOf(arguments);
        audience = audience == null ? Audience.ANYONE : audience;
    }

    @Override
    public ResourceLeaf with(Optional<AccessPolicy> other) {
        return new ResourceLeaf(
                identity,
                address,
                name,
                title,
                description,
                icons,
                mimeType,
                size,
                audience,
                arguments,
                body,
                other,
                protections);
    }

    @Override
    public String publicName() {
        return address.text();
    }

    /** One URI, or a template of many. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Address.Fixed.class, name = "uri"),
        @JsonSubTypes.Type(value = Address.Templated.class, name = "template")
    })
    public sealed interface Address {
        /** The URI, or the template as its author wrote it. */
        default String text() {
            return switch (this) {
                case Fixed(var uri) -> uri;
                case Templated(var template) -> template.text();
            };
        }

        record Fixed(String uri) implements Address {}

        record Templated(UriTemplate template) implements Address {}
    }

    /** MCP's annotations: the audience, and the priority from 0 to 1. */
    public record Audience(List<PromptLeaf.Role> roles, Optional<Double> priority) {
        public static final Audience ANYONE = new Audience(List.of(), Optional.empty());

        public Audience {
            roles = roles == null ? List.of() : List.copyOf(roles);
        }
    }

    /**
     * One file of a skill.
     *
     * @param path in the folder of the skill
     * @param size in bytes
     * @param digest of these bytes
     */
    public record SkillFile(String path, String mimeType, long size, String digest, Body.Fixed content) {
        /** The file that every skill has, and that its URI names. */
        public static final String MAIN = "SKILL.md";
    }

    /** Where the content comes from. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Body.Text.class, name = "text"),
        @JsonSubTypes.Type(value = Body.Blob.class, name = "blob"),
        @JsonSubTypes.Type(value = Body.Skill.class, name = "skill"),
        @JsonSubTypes.Type(value = Body.Computed.class, name = "computed")
    })
    public sealed interface Body {
        /** The same for every reader, but for the variables of a template. */
        sealed interface Fixed extends Body {}

        record Text(Template text) implements Fixed {}

        /** Base64. */
        record Blob(String blob) implements Fixed {}

        /**
         * A folder of files, whose SKILL.md is the resource itself.
         *
         * @param frontmatter what SKILL.md begins with: at least a name and a description
         */
        record Skill(JsonNode frontmatter, List<SkillFile> files) implements Body {
            public Skill {
                files = files == null ? List.of() : List.copyOf(files);
            }

            public String name() {
                return frontmatter.path("name").asString("");
            }

            public String description() {
                return frontmatter.path("description").asString("");
            }
        }

        /** Runs on each read; a template's variables are its inputs. */
        record Computed(List<Input> inputs, Action action, Optional<Long> timeoutMillis) implements Body {
            public Computed {
                inputs = inputs == null ? List.of() : List.copyOf(inputs);
            }
        }
    }
}
