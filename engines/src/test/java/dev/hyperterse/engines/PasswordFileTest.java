package dev.hyperterse.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordFileTest {
    private static final String ELSEWHERE = "the password file is not below the folder of secrets";
    private static final String UNREADABLE = "the password file cannot be read";

    @TempDir
    private Path outside;

    private Path secrets;

    @BeforeEach
    void folder() throws IOException {
        secrets = Files.createDirectory(outside.resolve("secrets"));
        Files.writeString(outside.resolve("token"), "of the pod");
    }

    @ParameterizedTest
    @ValueSource(strings = {"p a$$ 'w\"ord", "p a$$ 'w\"ord\n", "p a$$ 'w\"ord\r\n"})
    void endOfTheLineIsNotPartOfThePassword(String content) throws IOException {
        assertThat(read("password", content)).contains("p a$$ 'w\"ord");
    }

    @Test
    void onlyOneEndOfALineIsCutOff() throws IOException {
        assertThat(read("password", "two\nlines\n\n")).contains("two\nlines\n");
    }

    @Test
    void longTokenIsRead() throws IOException {
        assertThat(read("password", "x".repeat(64 * 1024))).contains("x".repeat(64 * 1024));
    }

    /** A mounted Secret is a link to a link. */
    @Test
    void linksWithinTheFolderAreFollowed() throws IOException {
        var version = Files.createDirectory(secrets.resolve("..2026"));
        Files.writeString(version.resolve("password"), "first");
        Files.createSymbolicLink(secrets.resolve("..data"), Path.of("..2026"));
        Files.createSymbolicLink(secrets.resolve("password"), Path.of("..data/password"));
        assertThat(new PasswordFile(secrets, "password").current()).contains("first");
    }

    @Test
    void pathsOutOfTheFolderAreRefused() throws IOException {
        Files.createSymbolicLink(secrets.resolve("link"), outside.resolve("token"));
        Files.createSymbolicLink(secrets.resolve("folder"), outside);
        refuses("link", ELSEWHERE);
        refuses("folder/token", ELSEWHERE);
        refuses("../token", ELSEWHERE);
        refuses(outside.resolve("token").toString(), ELSEWHERE);
    }

    @Test
    void unusableFileIsRefusedWithItsReason() throws IOException {
        refuses("missing", UNREADABLE);
        refuses("zero\0byte", UNREADABLE);
        Files.createDirectory(secrets.resolve("directory"));
        refuses("directory", ELSEWHERE);
        Files.writeString(secrets.resolve("empty"), "\n");
        refuses("empty", "the password file is empty");
        Files.writeString(secrets.resolve("long"), "x".repeat(64 * 1024 + 1));
        refuses("long", "the password file is longer than 65536 bytes");
        Files.write(secrets.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe});
        refuses("binary", "the password file is not UTF-8");
        Files.writeString(secrets.resolve("zero"), "pass\0word");
        refuses("zero", "the password file has a zero byte");
    }

    private void refuses(String name, String reason) {
        assertThatThrownBy(() -> new PasswordFile(secrets, name).current())
                .isInstanceOfSatisfying(UnreadablePassword.class, unreadable -> assertThat(unreadable.reason())
                        .isEqualTo(reason));
    }

    private Optional<String> read(String name, String content) throws IOException {
        Files.writeString(secrets.resolve(name), content);
        return new PasswordFile(secrets, name).current();
    }
}
