package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionKeyFileTest {
    @TempDir
    private Path folder;

    @Test
    void theKeyOfADirectoryStaysAndIsOnlyForItsOwner() throws IOException {
        keys("shop").read();
        var first = Files.readString(only());
        keys("shop").read();
        assertThat(only()).hasContent(first);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(only())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(only().getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void eachDirectoryHasItsOwn() throws IOException {
        keys("shop").read();
        keys("other").read();
        try (var files = Files.list(folder.resolve("session-keys"))) {
            assertThat(files).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "not base64!", "c2hvcnQ="})
    void aDamagedKeyIsReplaced(String damage) throws IOException {
        keys("shop").read();
        Files.writeString(only(), damage);
        keys("shop").read();
        assertThat(Files.readString(only())).hasSize(44);
    }

    @Test
    void aKeyThatOthersCouldReadIsReplaced() throws IOException {
        keys("shop").read();
        var first = Files.readString(only());
        Files.setPosixFilePermissions(only(), PosixFilePermissions.fromString("rw-r--r--"));
        keys("shop").read();
        assertThat(Files.readString(only())).isNotEqualTo(first);
    }

    private SessionKeyFile keys(String directory) {
        return new SessionKeyFile(folder, Path.of(directory), new SecureRandom());
    }

    private Path only() throws IOException {
        try (var files = Files.list(folder.resolve("session-keys"))) {
            return files.reduce((one, two) -> {
                        throw new AssertionError("two files");
                    })
                    .orElseThrow();
        }
    }
}
