package dev.hyperterse.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConsoleFilesTest {
    private static final Path FOLDER = Path.of("src/main/resources/dev/hyperterse/cli/console");
    private static final int MOST_BYTES = 150 << 10;
    private static final Pattern IMPORT = Pattern.compile("from '\\./([^']+)'");

    private final ConsoleFiles files = new ConsoleFiles();

    @Test
    void everyFileIsServedWithItsType() throws IOException {
        for (var file : names()) {
            var path = file.equals("index.html") ? "/" : ConsoleFiles.PREFIX + file;
            assertThat(files.has(path)).as(path).isTrue();
            assertThat(files.page(path).bytes()).isEqualTo(Files.readAllBytes(FOLDER.resolve(file)));
        }
        assertThat(files.page("/").mediaType()).startsWith("text/html");
        assertThat(files.page("/console/main.js").mediaType()).startsWith("text/javascript");
    }

    @Test
    void nothingElseIsServed() {
        for (var path : List.of("", "/console", "/console/", "/console/index.html", "/console/../Console.class")) {
            assertThat(files.has(path)).as(path).isFalse();
        }
    }

    @Test
    void allOfItIsSmall() throws IOException {
        var bytes = 0L;
        for (var file : names()) {
            bytes += Files.size(FOLDER.resolve(file));
        }
        assertThat(bytes).isLessThan(MOST_BYTES);
    }

    @Test
    void itNeedsNothingFromElsewhereAndNothingInline() throws IOException {
        for (var file : names()) {
            var text = Files.readString(FOLDER.resolve(file));
            assertThat(text)
                    .as(file)
                    .doesNotContain(
                            "https://", "innerHTML", "insertAdjacentHTML", "eval(", "localStorage", "sessionStorage")
                    .doesNotContain("document.cookie", "style=", "<style", "<script>");
            IMPORT.matcher(text).results().map(found -> found.group(1)).forEach(imported -> assertThat(
                            files.has(ConsoleFiles.PREFIX + imported))
                    .as(imported)
                    .isTrue());
        }
        var page = new String(files.page("/").bytes(), StandardCharsets.UTF_8);
        assertThat(page).contains("/console/main.js", "/console/console.css");
    }

    private static List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(FOLDER)) {
            return all.map(file -> file.getFileName().toString()).toList();
        }
    }
}
