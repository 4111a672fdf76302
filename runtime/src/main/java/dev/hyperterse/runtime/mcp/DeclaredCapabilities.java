package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.live.CatalogView;
import dev.hyperterse.runtime.mcp.message.PostedObject;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** The capabilities that clients and servers declare: those of clients that scripts may use, and extensions. */
public final class DeclaredCapabilities {
    /** The name of MCP's extension for tasks. */
    public static final String TASKS = "io.modelcontextprotocol/tasks";

    /** The name of MCP's extension for skills. */
    private static final String SKILLS = "io.modelcontextprotocol/skills";

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

    /** Whether a caller is to know that the server has skills: clients list them as soon as they connect. */
    public static boolean hasSkills(CatalogView seen) {
        return seen.listings().skills().size() > 0;
    }

    /** Adds skills to what a server declares. */
    public static void putSkills(ObjectNode capabilities) {
        capabilities.withObjectProperty("extensions").putObject(SKILLS).put("directoryRead", true);
    }

    /** A client that supports URLs but no forms cannot answer the questions of scripts. */
    private static boolean isUsable(String capability, PostedObject declared) {
        var modes = declared.object(ELICITATION);
        return !capability.equals(ELICITATION) || modes.has("form") || !modes.has("url");
    }
}
