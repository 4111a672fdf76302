package dev.hyperterse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever runs {@code validate} in a script must not take a machine without Maven for a mistake in a manifest. */
class LauncherTest {
    private static final Path LAUNCHER = Path.of("../hyperterse");
    private static final String JAVA_NEEDED = "JAVA_NEEDED=25";

    @TempDir
    private Path folder;

    @BeforeEach
    void anEmptyCheckout() throws IOException {
        Files.writeString(folder.resolve("pom.xml"), "<project/>");
        install("hyperterse", Files.readString(LAUNCHER));
    }

    @Test
    void withoutAJdkItEndsAsACommandThatCannotBeDone() throws Exception {
        var launcher = Files.readString(LAUNCHER);
        assertThat(launcher).contains(JAVA_NEEDED);
        install("hyperterse", launcher.replace(JAVA_NEEDED, "JAVA_NEEDED=9999"));

        assertUnavailable("needs a JDK 9999 or newer");
    }

    @ParameterizedTest
    @CsvSource({
        "exit 1, mvn --version does not answer with a version",
        "echo Apache Maven 3.6.3, mvn on the PATH is 3.6.3",
        "[ $2 = --version ] && echo Apache Maven 3.9.9, the build failed",
    })
    void withoutABuildItEndsAsACommandThatCannotBeDone(String maven, String reason) throws Exception {
        install("mvn", "#!/usr/bin/env bash\n" + maven + "\n");

        assertUnavailable(reason);
    }

    private void install(String name, String script) throws IOException {
        var file = Files.writeString(folder.resolve(name), script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void assertUnavailable(String reason) throws Exception {
        var said = folder.resolve("said");
        var launched = new ProcessBuilder(folder.resolve("hyperterse").toString(), "version")
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        launched.environment().put("JAVA_HOME", System.getProperty("java.home"));
        launched.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);

        var code = launched.start().waitFor();

        assertThat(said).content().contains(reason);
        assertThat(code).isEqualTo(ExitCode.UNAVAILABLE.code());
    }
}
