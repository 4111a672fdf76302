package dev.hyperterse.cli.agent;

/** The format of a configuration file with an entry for each server. */
public sealed interface Entries permits JsonEntries, TomlEntries, GooseEntries {
    /** A file that has nothing but this entry. */
    String alone(String name, Endpoint endpoint);

    /**
     * A file with this entry, in place of an older one of the same name.
     *
     * @throws UnmergeableFile if the file cannot be read well enough to keep all that it has
     */
    String merged(String file, String name, Endpoint endpoint);
}
