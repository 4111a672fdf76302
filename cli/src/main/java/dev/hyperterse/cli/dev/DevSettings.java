package dev.hyperterse.cli.dev;

import dev.hyperterse.cli.project.ServerChoice;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * The options of {@code dev}.
 *
 * @param adminPort empty: no admin port
 * @param quiet without a line for each call
 * @param cache folder of the user's cache
 * @param program its words, as the user types them
 */
public record DevSettings(
        Path directory,
        ServerChoice choice,
        int port,
        OptionalInt adminPort,
        boolean quiet,
        Path cache,
        List<String> program) {}
