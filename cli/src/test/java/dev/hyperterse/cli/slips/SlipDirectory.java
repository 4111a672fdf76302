package dev.hyperterse.cli.slips;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.command.CommandTree;
import dev.hyperterse.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A directory with slips, and the answers of the command line. */
final class SlipDirectory {
    private final Path folder;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    SlipDirectory(Path folder) {
        this.folder = folder;
    }

    /** @return the exit code */
    int run(String... commandLine) {
        printed.reset();
        var out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        var terminal = new Terminal(
                new ByteArrayInputStream(new byte[0]), out, out, false, Map.of("XDG_CACHE_HOME", folder.toString()));
        return CommandTree.of(terminal).execute(commandLine);
    }

    String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    /** Writes the files of the slip and validates them. @return the exit code */
    int validate(Slip slip) throws IOException {
        for (var file : slip.files().entrySet()) {
            write(file.getKey(), file.getValue().replace(Slip.PLACE, ""));
        }
        return run("validate", folder.toString());
    }

    /** The files of the slip are not valid, for that reason. */
    void assertError(Slip slip) throws IOException {
        assertThat(validate(slip)).as(text()).isEqualTo(1);
        assertSaid(slip, "error");
    }

    void write(String name, String text) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** The finding is of that field, at the place that the slip marks, and its cure follows. */
    void assertSaid(Slip slip, String severity) {
        var place = "/" + slip.place() + ": " + severity + ": ";
        var about = slip.path().isEmpty() ? "" : " " + slip.path() + ": ";
        assertThat(text().replace("\n  fix: ", " fix: ").lines()).as(text()).anySatisfy(line -> {
            assertThat(line).contains(place, about, slip.cause());
            assertThat(line.substring(line.indexOf(slip.cause()))).contains(slip.cure());
        });
        assertThat(text()).doesNotContain("in body must be of type", "should match '^", "internal error");
    }
}
