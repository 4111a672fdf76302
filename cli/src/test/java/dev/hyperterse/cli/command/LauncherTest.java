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
import org.junit.jupiter.params.provider.ValueSource;

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

    /** A client that starts servers may name no locale, a shell on another machine one that is not installed here. */
    @ParameterizedTest
    @ValueSource(strings = {"", "C", "C.UTF-8", "xx_XX.UTF-8"})
    void lettersOfEveryLanguageReachTheCommand(String locale) throws Exception {
        // It prints the encoding that a JVM would find.
        var jdk = aBuildFor("#!/bin/sh\nexec locale charmap\n");
        var launched = launch(jdk);
        launched.environment().keySet().removeIf(name -> name.startsWith("LC_"));
        launched.environment().put("LANG", locale);

        assertThat(launched.start().waitFor()).isZero();
        assertThat(said()).content().endsWith("UTF-8\n");
    }

    @ParameterizedTest
    @CsvSource({"true, hyperterse", "false, ./hyperterse"})
    void theProgramIsCalledAsItsUserCallsIt(boolean onPath, String expected) throws Exception {
        var launched = launch(aBuildFor("#!/bin/sh\nprintf %s \"$HYPERTERSE_PROGRAM\"\n"));
        launched.command("bash", "-c", "./hyperterse version").directory(folder.toFile());
        if (!onPath) {
            launched.environment().put("PATH", System.getenv("PATH"));
        }

        assertThat(launched.start().waitFor()).isZero();
        assertThat(said()).content().endsWith("\n" + expected);
    }

    /** A JDK with that for its JVM, and what the launcher leaves behind after a build with it. */
    private Path aBuildFor(String java) throws IOException {
        var jdk = Files.createDirectories(folder.resolve("jdk/bin")).getParent();
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25\"\n");
        install("jdk/bin/javac", "");
        install("jdk/bin/java", java);
        Files.createDirectories(folder.resolve("module/src/main"));
        Files.writeString(folder.resolve("module/pom.xml"), "<project/>");
        var built = Files.createDirectories(folder.resolve("cli/target/launcher/built"));
        Files.writeString(built.resolve("classpath"), "\n");
        Files.writeString(built.resolve("began"), "");
        Files.createSymbolicLink(built.resolveSibling("current"), built);
        return jdk;
    }

    private void install(String name, String script) throws IOException {
        var file = Files.writeString(folder.resolve(name), script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void assertUnavailable(String reason) throws Exception {
        var code = launch(Path.of(System.getProperty("java.home"))).start().waitFor();

        assertThat(said()).content().contains(reason);
        assertThat(code).isEqualTo(ExitCode.UNAVAILABLE.code());
    }

    private ProcessBuilder launch(Path jdk) {
        var launched = new ProcessBuilder(folder.resolve("hyperterse").toString(), "version")
                .redirectErrorStream(true)
                .redirectOutput(said().toFile());
        launched.environment().put("JAVA_HOME", jdk.toString());
        launched.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);
        return launched;
    }

    private Path said() {
        return folder.resolve("said");
    }
}
