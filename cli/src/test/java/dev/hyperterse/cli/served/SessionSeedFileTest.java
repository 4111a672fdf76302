package dev.hyperterse.cli.served;

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

class SessionSeedFileTest {
    @TempDir
    private Path folder;

    @Test
    void theSeedOfADirectoryStaysAndIsOnlyForItsOwner() throws IOException {
        seeds("shop").read();
        var first = Files.readString(only());
        seeds("shop").read();
        assertThat(only()).hasContent(first);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(only())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(only().getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void eachDirectoryHasItsOwn() throws IOException {
        seeds("shop").read();
        seeds("other").read();
        try (var files = Files.list(folder.resolve("session-keys"))) {
            assertThat(files).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "not base64!", "c2hvcnQ="})
    void aDamagedSeedIsReplaced(String damage) throws IOException {
        seeds("shop").read();
        Files.writeString(only(), damage);
        seeds("shop").read();
        assertThat(Files.readString(only())).hasSize(44);
    }

    @Test
    void aSeedThatOthersCouldReadIsReplaced() throws IOException {
        seeds("shop").read();
        var first = Files.readString(only());
        Files.setPosixFilePermissions(only(), PosixFilePermissions.fromString("rw-r--r--"));
        seeds("shop").read();
        assertThat(Files.readString(only())).isNotEqualTo(first);
    }

    private SessionSeedFile seeds(String directory) {
        return new SessionSeedFile(folder, Path.of(directory), new SecureRandom());
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
