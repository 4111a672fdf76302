package dev.hyperterse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A script that runs {@code validate} must not take a machine without Maven for a mistake in a manifest. */
class LauncherTest {
    private static final Path LAUNCHER = Path.of("../hyperterse");
    private static final Path JDK_PLACES = Path.of("release", "jdk-places");
    private static final String JAVA_NEEDED = "JAVA_NEEDED=25";

    private static final Instant BEGAN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Pattern RESOURCES = Pattern.compile(
            "<resource>.*?<directory>(?<directory>[^<]+)</directory>(?:\\s*<includes>\\s*<include>(?<include>[^<]+)</include>)?",
            Pattern.DOTALL);
    /** A JVM that prints its arguments, and records a cache once it may. */
    private static final String REHEARSING = """
            #!/usr/bin/env bash
            case "$*" in
                *AOTCacheOutput=*)
                    until [ -e "${0%%/jdk/*}/go-on" ]; do sleep 0.05; done
                    for option in "$@"; do
                        case $option in -XX:AOTCacheOutput=*) printf recorded >"${option#*=}" ;; esac
                    done
                    ;;
                *) echo "$@" ;;
            esac
            """;

    @TempDir
    private Path folder;

    private Path cache;

    @BeforeEach
    void anEmptyCheckout() throws IOException {
        Files.writeString(folder.resolve("pom.xml"), "<project/>");
        install("hyperterse", Files.readString(LAUNCHER));
        Files.createDirectory(folder.resolve("release"));
        Files.copy(LAUNCHER.resolveSibling(JDK_PLACES), folder.resolve(JDK_PLACES));
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

    /** Poms take files from other folders, and the launcher does not read poms. */
    @ParameterizedTest
    @MethodSource("filesInJars")
    void changedFileOfAJarIsBuiltAgain(Path file) throws Exception {
        var jdk = aBuildFor("#!/bin/sh\n");
        var changed = folder.resolve(file);
        Files.createDirectories(changed.getParent());
        Files.writeString(changed, "changed");
        Files.setLastModifiedTime(changed, FileTime.from(BEGAN.plusSeconds(1)));
        install("mvn", "#!/usr/bin/env bash\n[ $2 = --version ] && echo Apache Maven 3.9.9\n");

        assertThat(launch(jdk).start().waitFor()).isEqualTo(ExitCode.UNAVAILABLE.code());
        assertThat(said()).content().contains("the build failed");
    }

    /** One file in each folder that a pom names as resources, and in one of sources; {@code module} is that of the test. */
    static List<Path> filesInJars() throws IOException {
        var files = new ArrayList<>(List.of(Path.of("pom.xml"), Path.of("module/src/main/java/Added.java")));
        try (var poms = Files.newDirectoryStream(Path.of(".."), folder -> Files.exists(folder.resolve("pom.xml")))) {
            for (var module : poms) {
                var resources = RESOURCES.matcher(Files.readString(module.resolve("pom.xml")));
                while (resources.find()) {
                    var directory = module.resolve(resources.group("directory").replace("${project.basedir}/", ""));
                    var name = Optional.ofNullable(resources.group("include")).orElse("any.yaml");
                    files.add(Path.of("..").relativize(directory.resolve(name).normalize()));
                }
            }
        }
        assertThat(files).hasSizeGreaterThan(5);
        return files;
    }

    @Test
    void buildSaysHowLongTheLastOneTook() throws Exception {
        install("mvn", "#!/usr/bin/env bash\n[ $2 = --version ] && echo Apache Maven 3.9.9\n");
        assertUnavailable("building, which takes half a minute to a minute (log: ");

        Files.writeString(folder.resolve("cli/target/launcher/took"), "21\n");
        assertUnavailable("building, which takes about 21 s (log: ");
    }

    @Test
    void commandDoesNotWaitForTheRehearsal() throws Exception {
        var jdk = aBuildFor(REHEARSING);
        Files.delete(cache);

        assertThat(launch(jdk).start().waitFor()).isZero();
        assertThat(said())
                .content()
                .contains("dev.hyperterse.cli.Hyperterse version")
                .doesNotContain("AOTCache");

        Files.writeString(folder.resolve("go-on"), "");
        awaitCache();
        assertThat(cache).hasContent("recorded");
        assertThat(launch(jdk).start().waitFor()).isZero();
        assertThat(said()).content().contains("-XX:AOTCache=" + cache.toRealPath());
    }

    /** Classes of the script engine would only take memory of a process that runs no script. */
    @ParameterizedTest
    @ValueSource(strings = {"tools.yaml", "tools/price.yml"})
    void directoryWithAScriptHasACacheOfItsOwn(String file) throws Exception {
        var jdk = aBuildFor(REHEARSING);
        Files.writeString(cache, "of others");
        var others = cache;
        cache = scripted();
        var directory = Files.createDirectory(folder.resolve("with a script"));
        var definition = directory.resolve(file);
        Files.createDirectories(definition.getParent());
        Files.writeString(definition, "spec:\n  script: {source: {inline: export default () => 1}}\n");

        assertThat(launch(jdk, "validate", directory.toString()).start().waitFor())
                .isZero();
        assertThat(said()).content().contains("-XX:AOTCache=" + others.toRealPath());

        Files.writeString(folder.resolve("go-on"), "");
        awaitCache();
        assertThat(launch(jdk, "validate", directory.toString()).start().waitFor())
                .isZero();
        assertThat(said())
                .content()
                .contains("-XX:AOTCache=" + cache.toRealPath(), "-Dhyperterse.cache=" + cache.toRealPath());
        assertThat(launch(jdk).start().waitFor()).isZero();
        assertThat(said()).content().contains("-XX:AOTCache=" + others.toRealPath());
    }

    @ParameterizedTest
    @CsvSource({
        "validate, script, scripted",
        "dev, transforms, scripted",
        "version, script, started",
        "dev, statement, started",
    })
    void currentDirectoryCountsWhereACommandTakesIt(String command, String member, String expected) throws Exception {
        var jdk = aBuildFor(REHEARSING);
        var scripted = scripted();
        Files.writeString(cache, "recorded");
        Files.writeString(scripted, "recorded");
        var directory = Files.createDirectory(folder.resolve("-r"));
        Files.writeString(directory.resolve("tools.yaml"), "spec:\n  %s: {}\n".formatted(member));

        assertThat(launch(jdk, command).directory(directory.toFile()).start().waitFor())
                .isZero();
        assertThat(said()).content().contains("/" + expected + "-").startsWith("-XX");
    }

    /** It ended without a cache: neither this nor the other cache is asked for again and again. */
    @Test
    void failedRehearsalWithAScriptIsNotRepeated() throws Exception {
        var jdk = aBuildFor(REHEARSING.replace("printf recorded >", ": "));
        Files.writeString(cache, "of others");
        var others = cache;
        cache = scripted();
        var directory = Files.createDirectory(folder.resolve("shop"));
        Files.writeString(directory.resolve("tools.yaml"), "spec:\n  script: {}\n");
        Files.writeString(folder.resolve("go-on"), "");

        assertThat(launch(jdk, "validate", "shop")
                        .directory(folder.toFile())
                        .start()
                        .waitFor())
                .isZero();
        awaitCache();
        assertThat(cache).isEmptyFile();
        assertThat(launch(jdk, "validate", "shop")
                        .directory(folder.toFile())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(said()).content().contains("-XX:AOTCache=" + others.toRealPath());
        assertThat(cache).isEmptyFile();
    }

    private Path scripted() {
        return cache.resolveSibling(cache.getFileName().toString().replace("started-", "scripted-"));
    }

    /** A shell asks between two keys. */
    @Test
    void completionNeitherBuildsNorRehearses() throws Exception {
        install("mvn", "#!/usr/bin/env bash\necho built\n");
        var launched = launch(Path.of(System.getProperty("java.home")), "__complete");
        assertThat(launched.start().waitFor()).isZero();
        assertThat(said()).isEmptyFile();

        var jdk = aBuildFor(REHEARSING);
        Files.delete(cache);
        Files.writeString(folder.resolve("module/src/main/Changed.java"), "changed");
        assertThat(launch(jdk, "__complete").start().waitFor()).isZero();
        assertThat(said()).content().endsWith("dev.hyperterse.cli.Hyperterse __complete\n");
        assertThat(cache.resolveSibling("rehearsing")).doesNotExist();
    }

    /** Else each start would take the processors for it. */
    @Test
    void failedRehearsalIsNotRepeated() throws Exception {
        var jdk = aBuildFor("#!/bin/sh\ncase \"$*\" in *AOTCacheOutput*) exit 1 ;; esac\necho \"$@\"\n");
        Files.delete(cache);

        assertThat(launch(jdk).start().waitFor()).isZero();
        awaitCache();
        assertThat(launch(jdk).start().waitFor()).isZero();
        assertThat(said()).content().doesNotContain("AOTCache");
        assertThat(cache).isEmptyFile();
    }

    @Test
    void rehearsalThatWasKilledIsRepeated() throws Exception {
        var jdk = aBuildFor(REHEARSING);
        Files.delete(cache);
        Files.writeString(folder.resolve("go-on"), "");
        var ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Files.writeString(
                Files.createDirectory(cache.resolveSibling("rehearsing")).resolve("pid"), ended.pid() + "\n");

        assertThat(launch(jdk).start().waitFor()).isZero();
        awaitCache();
        assertThat(cache).hasContent("recorded");
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
        assertThat(said()).hasContent(expected);
    }

    /** kubectl runs the program of that name on the PATH, and passes on what follows. */
    @Test
    void linkMakesItAPluginOfKubectl() throws Exception {
        var launched = launch(aBuildFor("#!/bin/sh\nprintf '%s: %s' \"$HYPERTERSE_PROGRAM\" \"$*\"\n"));
        Files.createSymbolicLink(folder.resolve("kubectl-hyperterse"), folder.resolve("hyperterse"));
        launched.command("bash", "-c", "kubectl-hyperterse status -n shop");

        assertThat(launched.start().waitFor()).isZero();
        assertThat(said())
                .content()
                .startsWith("kubectl hyperterse: ")
                .endsWith("dev.hyperterse.cli.Hyperterse status -n shop");
    }

    private void awaitCache() throws InterruptedException {
        var deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (!Files.exists(cache) || Files.exists(cache.resolveSibling("rehearsing"))) {
            assertThat(System.nanoTime()).as("no cache").isLessThan(deadline);
            LockSupport.parkNanos(10_000_000);
        }
    }

    /** A JDK with that for its JVM, and what the launcher leaves behind after a build with it. */
    private Path aBuildFor(String java) throws Exception {
        var jdk = Files.createDirectories(folder.resolve("jdk/bin")).getParent();
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25\"\n");
        install("jdk/bin/javac", "");
        install("jdk/bin/java", java);
        Files.createDirectories(folder.resolve("module/src/main"));
        Files.writeString(folder.resolve("module/pom.xml"), "<project/>");
        var built = Files.createDirectories(folder.resolve("cli/target/launcher/built"));
        Files.writeString(built.resolve("classpath"), "\n");
        var began = Files.writeString(built.resolve("began"), "");
        Files.createSymbolicLink(built.resolveSibling("current"), built);
        try (var files = Files.walk(folder)) {
            for (var file : files.filter(Files::exists).toList()) {
                Files.setLastModifiedTime(file, FileTime.from(BEGAN.minusSeconds(1)));
            }
        }
        Files.setLastModifiedTime(began, FileTime.from(BEGAN));
        var sum = new ProcessBuilder("cksum")
                .redirectInput(jdk.resolve("release").toFile())
                .start();
        cache = Files.writeString(
                built.resolve("started-on-" + new String(sum.getInputStream().readAllBytes()).split(" ")[0] + ".aot"),
                "");
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
        return launch(jdk, "version");
    }

    private ProcessBuilder launch(Path jdk, String... command) {
        var words = Stream.concat(Stream.of(folder.resolve("hyperterse").toString()), Stream.of(command));
        var launched =
                new ProcessBuilder(words.toList()).redirectErrorStream(true).redirectOutput(said().toFile());
        launched.environment().put("JAVA_HOME", jdk.toString());
        launched.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);
        return launched;
    }

    private Path said() {
        return folder.resolve("said");
    }
}
