package dev.hyperterse.runtime.source.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFolderTest {
    @Test
    void failedWriteLeavesNoTemporaryFile(@TempDir Path path) throws Exception {
        Files.createDirectories(path.resolve("taken/by-a-folder"));
        var folder = new PrivateFolder(path);

        assertThatThrownBy(() -> folder.write("taken", new byte[16])).isInstanceOf(UncheckedIOException.class);

        assertThat(path.toFile().list()).containsExactly("taken");
    }
}
