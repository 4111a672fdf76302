package dev.hyperterse.cli;

import dev.hyperterse.cli.command.CommandTree;
import dev.hyperterse.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Run once by the launcher after a build, to record the classes that a start and the first calls need. */
public final class Rehearsal {
    private Rehearsal() {}

    /** @param arguments the directory to rehearse with, a tool of it and the tool's inputs as JSON */
    public static void main(String[] arguments) throws Exception {
        var directory = arguments[0];
        var tool = arguments[1];
        var inputs = arguments[2];
        var cache = Files.createTempDirectory("hyperterse-rehearsal");
        try {
            run(cache, "validate", directory);
            run(cache, "call", directory, tool, "--json", inputs);
            new RehearsedServer(Path.of(directory), cache).run(tool, inputs);
        } finally {
            try (var files = Files.walk(cache)) {
                files.sorted(java.util.Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    private static void run(Path cache, String... commandLine) {
        var environment = Map.of("XDG_CACHE_HOME", cache.toString());
        var nowhere = new PrintStream(OutputStream.nullOutputStream());
        var terminal = new Terminal(new ByteArrayInputStream(new byte[0]), nowhere, nowhere, false, environment);
        var exit = CommandTree.of(terminal).execute(commandLine);
        if (exit != 0) {
            throw new IllegalStateException(String.join(" ", commandLine) + " ended with " + exit);
        }
    }
}
