package dev.hyperterse.cli.client;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The purpose of a listed tool; the names of the entry tools are settings of the server. */
public final class ToolRoles {
    private static final String SEARCH = "search";

    private ToolRoles() {}

    /** Whether it finds other tools. */
    public static boolean searches(JsonNode listed) {
        return of(listed).filter(SEARCH::equals).isPresent();
    }

    /** Whether it finds or runs other tools. */
    public static boolean isEntryTool(JsonNode listed) {
        return of(listed).isPresent();
    }

    private static Optional<String> of(JsonNode listed) {
        var role = listed.path("_meta").path("dev.hyperterse/entryTool");
        return role.isString() ? Optional.of(role.stringValue()) : Optional.empty();
    }
}
