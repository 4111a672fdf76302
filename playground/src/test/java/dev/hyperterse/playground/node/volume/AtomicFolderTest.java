package dev.hyperterse.playground.node.volume;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFolderTest {
    @TempDir
    Path folder;

    @Test
    void holdsExactlyTheGivenFiles() throws IOException {
        var atomic = new AtomicFolder(folder);
        atomic.write(files("a", "1", "deep/b", "2"));
        assertThat(folder.resolve("deep/b")).hasContent("2");
        atomic.write(files("a", "3"));
        assertThat(folder.resolve("a")).hasContent("3");
        assertThat(visible()).isEqualTo("a");
    }

    @Test
    void keepsOneVersionOnly() throws IOException {
        var atomic = new AtomicFolder(folder);
        atomic.write(files("a", "1"));
        atomic.write(files("a", "2"));
        try (var entries = Files.list(folder)) {
            assertThat(entries.filter(entry -> entry.getFileName().toString().startsWith("..version")))
                    .hasSize(1);
        }
    }

    @Test
    void theSameContentIsNotWrittenAgain() throws IOException {
        var atomic = new AtomicFolder(folder);
        atomic.write(files("a", "1"));
        var before = folder.resolve("a").toRealPath();
        atomic.write(files("a", "1"));
        assertThat(folder.resolve("a").toRealPath()).isEqualTo(before);
    }

    @Test
    void existsWithoutContent() throws IOException {
        new AtomicFolder(folder.resolve("empty")).write(Map.of());
        assertThat(folder.resolve("empty")).isDirectory();
    }

    private String visible() throws IOException {
        try (var entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> !name.startsWith(".."))
                    .collect(Collectors.joining(" "));
        }
    }

    private static Map<String, byte[]> files(String... pathsAndTexts) {
        var files = new TreeMap<String, byte[]>();
        for (var index = 0; index < pathsAndTexts.length; index += 2) {
            files.put(pathsAndTexts[index], pathsAndTexts[index + 1].getBytes(StandardCharsets.UTF_8));
        }
        return files;
    }
}
