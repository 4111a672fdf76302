package dev.hyperterse.catalog;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A compiled prompt. */
public record PromptLeaf(
        LeafIdentity identity,
        Set<String> requires,
        String name,
        Optional<String> title,
        Optional<String> description,
        List<Icon> icons,
        List<Argument> arguments,
        List<Message> messages)
        implements Leaf {
    public PromptLeaf {
        requires = new TreeSet<>(requires);
        icons = icons == null ? List.of() : List.copyOf(icons);
        arguments = arguments == null ? List.of() : List.copyOf(arguments);
        messages = messages == null ? List.of() : List.copyOf(messages);
    }

    @Override
    public String publicName() {
        return name;
    }

    /** Who speaks, as MCP spells it. */
    public enum Role {
        user,
        assistant
    }

    /** One message of the prompt. */
    public record Message(Role role, Content content) {}
}
