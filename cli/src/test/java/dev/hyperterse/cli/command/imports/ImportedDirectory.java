package dev.hyperterse.cli.command.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.command.CommandTree;
import dev.hyperterse.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** A directory that {@code import} writes in a test, and commands on it. */
final class ImportedDirectory {
    private final Path path;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    ImportedDirectory(Path path) {
        this.path = path;
    }

    Path path() {
        return path;
    }

    /** A configuration among the resources of tests. */
    static Path source(String name) {
        try {
            var found = ImportedDirectory.class.getResource("/dev/hyperterse/cli/imports/" + name);
            assertThat(found).as(name).isNotNull();
            return Path.of(found.toURI());
        } catch (URISyntaxException malformed) {
            throw new IllegalStateException(malformed);
        }
    }

    /** Writes it, and checks that nothing is wrong with it. @return what the command says */
    String written(Path source, String... options) {
        assertThat(imported(source, options)).as(said()).isZero();
        var said = said();
        assertThat(run("validate", path.toString())).as(out + said()).isZero();
        return said;
    }

    int imported(Path source, String... options) {
        return run(Stream.concat(Stream.of("import", source.toString(), path.toString()), Stream.of(options))
                .toArray(String[]::new));
    }

    int run(String... commandLine) {
        out.reset();
        err.reset();
        return CommandTree.of(terminal()).execute(commandLine);
    }

    Terminal terminal() {
        return new Terminal(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                Map.of("XDG_CACHE_HOME", path.resolveSibling("cache").toString()));
    }

    String said() {
        return err.toString(StandardCharsets.UTF_8);
    }

    String file(String name) {
        try {
            return Files.readString(path.resolve(name));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
