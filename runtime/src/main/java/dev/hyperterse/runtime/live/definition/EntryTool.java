package dev.hyperterse.runtime.live.definition;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.EntryToolNames;
import dev.hyperterse.catalog.server.ServerSettings;
import java.util.Optional;

/** The tools by which an agent finds and calls all others. */
public enum EntryTool {
    SEARCH,
    EXECUTE,
    /** Takes the tools that are not read-only from {@code EXECUTE}, where it has a name. */
    CHANGE;

    private static final Optional<EntryTool> SEARCHES = Optional.of(SEARCH);
    private static final Optional<EntryTool> EXECUTES = Optional.of(EXECUTE);
    private static final Optional<EntryTool> CHANGES = Optional.of(CHANGE);

    /** The entry tool that calls of that name reach. */
    public static Optional<EntryTool> called(String name, ServerSettings settings) {
        return settings.exposure().entryTools() ? named(name, settings.search().entryTools()) : Optional.empty();
    }

    /** The entry tool of that name, which hides a tool of the same name. */
    public static Optional<EntryTool> named(String name, EntryToolNames names) {
        if (name.equals(names.search())) {
            return SEARCHES;
        }
        if (name.equals(names.execute())) {
            return EXECUTES;
        }
        return names.change().isPresent() && name.equals(names.change().get()) ? CHANGES : Optional.empty();
    }

    /** The one that runs a tool. */
    public static EntryTool running(ToolLeaf tool, EntryToolNames names) {
        return names.change().isPresent() && !tool.readsOnly() ? CHANGE : EXECUTE;
    }

    /** Whether its calls run another tool. */
    public boolean runsOthers() {
        return this != SEARCH;
    }

    /** The name that clients call it by; only for one that has a name. */
    public String name(EntryToolNames names) {
        return switch (this) {
            case SEARCH -> names.search();
            case EXECUTE -> names.execute();
            case CHANGE -> names.change().orElseThrow();
        };
    }
}
