package dev.hyperterse.runtime.live.definition;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.search.EntryToolNames;
import java.util.Optional;

/** The tools by which an agent finds and calls all others. */
public enum EntryTool {
    SEARCH,
    EXECUTE,
    /** Takes the tools that are not read-only from {@code EXECUTE}, where it has a name. */
    CHANGE,
    /** Takes programs, where it has a name; in every exposure. */
    RUN;

    private static final Optional<EntryTool> SEARCHES = Optional.of(SEARCH);
    private static final Optional<EntryTool> EXECUTES = Optional.of(EXECUTE);
    private static final Optional<EntryTool> CHANGES = Optional.of(CHANGE);
    private static final Optional<EntryTool> RUNS = Optional.of(RUN);

    /** The entry tool that calls of that name reach. */
    public static Optional<EntryTool> called(String name, ServerSettings settings) {
        var names = settings.search().entryTools();
        return settings.exposure().entryTools() ? named(name, names) : program(name, names);
    }

    /** The entry tool of that name, which hides a tool of the same name. */
    public static Optional<EntryTool> named(String name, EntryToolNames names) {
        if (name.equals(names.search())) {
            return SEARCHES;
        }
        if (name.equals(names.execute())) {
            return EXECUTES;
        }
        return names.change().isPresent() && name.equals(names.change().get()) ? CHANGES : program(name, names);
    }

    private static Optional<EntryTool> program(String name, EntryToolNames names) {
        return names.run().isPresent() && name.equals(names.run().get()) ? RUNS : Optional.empty();
    }

    /** The one that runs a tool. */
    public static EntryTool running(ToolLeaf tool, EntryToolNames names) {
        return names.change().isPresent() && !tool.readsOnly() ? CHANGE : EXECUTE;
    }

    /** Whether its calls name another tool, which they run. */
    public boolean runsOthers() {
        return this == EXECUTE || this == CHANGE;
    }

    /** The name that clients call it by; only for one that has a name. */
    public String name(EntryToolNames names) {
        return switch (this) {
            case SEARCH -> names.search();
            case EXECUTE -> names.execute();
            case CHANGE -> names.change().orElseThrow();
            case RUN -> names.run().orElseThrow();
        };
    }
}
