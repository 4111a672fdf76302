package dev.hyperterse.catalog;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.input.Argument;
import dev.hyperterse.catalog.input.Input;
import java.util.List;
import java.util.Optional;

/**
 * A compiled prompt.
 *
 * @param computed makes the messages, where no fixed ones are declared
 * @param access who may see and get it, where not every caller of the server may
 * @param protections the digest of the sections that protect it
 */
public record PromptLeaf(
        LeafIdentity identity,
        String name,
        Optional<String> title,
        Optional<String> description,
        List<Icon> icons,
        List<Argument> arguments,
        List<Message> messages,
        @JsonProperty("script") Optional<Computed> computed,
        Optional<AccessPolicy> access,
        Optional<String> protections)
        implements Leaf {
    public PromptLeaf {
        icons = icons == null ? List.of() : List.copyOf(icons);
        arguments = arguments == null ? List.of() : List.copyOf(arguments);
        messages = messages == null ? List.of() : List.copyOf(messages);
    }

    @Override
    public PromptLeaf with(Optional<AccessPolicy> other) {
        return new PromptLeaf(
                identity, name, title, description, icons, arguments, messages, computed, other, protections);
    }

    @Override
    public String publicName() {
        return name;
    }

    /** The speaker, as MCP spells it. */
    public enum Role {
        user,
        assistant
    }

    public record Message(Role role, Content content) {}

    /** Runs on each get; the arguments are its inputs. */
    public record Computed(List<Input> inputs, Action action) {
        public Computed {
            inputs = inputs == null ? List.of() : List.copyOf(inputs);
        }
    }
}
