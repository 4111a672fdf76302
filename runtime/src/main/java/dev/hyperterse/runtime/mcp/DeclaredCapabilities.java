package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.mcp.message.PostedObject;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The capabilities that clients declare: those that scripts may use, and tasks. */
public final class DeclaredCapabilities {
    /** The name of MCP's extension for tasks. */
    public static final String TASKS = "io.modelcontextprotocol/tasks";

    private static final String ELICITATION = "elicitation";
    private static final List<String> KNOWN = List.of("roots", "sampling", ELICITATION);

    private DeclaredCapabilities() {}

    /** The capabilities in the object in which a client declares them. */
    public static Set<String> of(PostedObject declared) {
        return KNOWN.stream()
                .filter(declared::has)
                .filter(capability -> isUsable(capability, declared))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether a client knows tasks. */
    public static boolean hasTasks(PostedObject declared) {
        return declared.object("extensions")
                .find(TASKS)
                .filter(PostedObject::isObject)
                .isPresent();
    }

    /** A client that supports URLs but no forms cannot answer the questions of scripts. */
    private static boolean isUsable(String capability, PostedObject declared) {
        var modes = declared.object(ELICITATION);
        return !capability.equals(ELICITATION) || modes.has("form") || !modes.has("url");
    }
}
