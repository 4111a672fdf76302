package dev.hyperterse.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Building with a stand-in for Go: a script that counts its builds and writes an executable file. */
@Isolated("runs a program that it writes: a process that another class starts meanwhile would have it open for writing")
class ProgramsTest {
    @TempDir
    Path directory;

    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();
    private Path builds;

    @BeforeEach
    void noBuildYet() throws IOException {
        builds = Files.createFile(directory.resolve("builds"));
    }

    @Test
    void buildsWhatIsMissingAndSaysSo() throws IOException {
        var provision = programs(goThat("go1.26.8", "")).provide(Program.ETCD, Program.KUBECTL);

        assertThat(provision)
                .asInstanceOf(type(Provision.Available.class))
                .satisfies(
                        available -> assertThat(available.pathOf(Program.ETCD)).isExecutable())
                .satisfies(available ->
                        assertThat(available.pathOf(Program.KUBECTL)).isExecutable())
                .satisfies(available -> assertThat(available.pathOf(Program.KUBE_CONTROLLER_MANAGER))
                        .doesNotExist());
        assertThat(progress.toString(StandardCharsets.UTF_8)).contains("building etcd", "built etcd in", "kubectl");
        assertThat(builds).content().hasLineCount(2);
    }

    @Test
    void buildsNothingTwice() throws IOException {
        var go = goThat("go1.26.8", "");
        programs(go).provide(Program.ETCD);
        programs(go).provide(Program.ETCD);
        assertThat(builds).content().hasLineCount(1);
    }

    @Test
    void buildsOnceForManyWhoAskAtTheSameTime() throws IOException {
        var go = goThat("go1.26.8", "");
        var asking = IntStream.range(0, 8)
                .mapToObj(_ -> CompletableFuture.supplyAsync(() -> programs(go).provide(Program.ETCD)))
                .toList();
        assertThat(asking).allSatisfy(asked -> assertThat(asked.join()).isInstanceOf(Provision.Available.class));
        assertThat(builds).content().hasLineCount(1);
    }

    @Test
    void aFailedBuildLeavesNothingAndSaysWhy() throws IOException {
        var provision = programs(goThat("go1.26.8", "echo 'dial tcp: no route to host'; exit 1"))
                .provide(Program.ETCD);

        assertThat(reasonOf(provision)).contains("etcd", "no route to host");
        try (var left = Files.walk(directory.resolve("cache"))) {
            assertThat(left.map(file -> file.getFileName().toString())).doesNotContain("etcd");
        }
    }

    @Test
    void anOldGoIsRefusedByItsVersion() throws IOException {
        assertThat(reasonOf(programs(goThat("go1.24.9", "")).provide(Program.ETCD)))
                .contains("Go 1.25 or newer is needed", "go1.24.9");
    }

    @Test
    void noGoIsSaidSo() {
        var absent = directory.resolve("no-such-go").toString();
        assertThat(reasonOf(programs(absent).provide(Program.ETCD))).contains("the PATH has no", "no-such-go");
    }

    @Test
    void aCacheThatCannotBeWrittenIsSaidSo() throws IOException {
        var file = Files.createFile(directory.resolve("file"));
        var programs = new Programs(file, new GoBuild("go", Map.of()), new PrintStream(progress));
        assertThat(reasonOf(programs.provide(Program.ETCD))).contains("cannot be used", file.toString());
    }

    private Programs programs(String go) {
        return new Programs(directory.resolve("cache"), new GoBuild(go, Map.of()), new PrintStream(progress));
    }

    /** {@code go version} answers {@code version}; {@code go build} counts, then does {@code build}, then writes. */
    private String goThat(String version, String build) throws IOException {
        var script = directory.resolve("go-" + version + "-" + build.length());
        Files.writeString(script, """
                #!/bin/sh
                if [ "$1" = version ]; then echo "go version %s linux/amd64"; exit 0; fi
                echo build >> '%s'
                %s
                while [ "$1" != -o ]; do shift; done
                printf '#!/bin/sh\\n' > "$2"; chmod +x "$2"
                """.formatted(version, builds, build));
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"))
                .toString();
    }

    private static String reasonOf(Provision provision) {
        return switch (provision) {
            case Provision.Unavailable(var reason) -> reason;
            case Provision.Available _ -> throw new AssertionError("expected to be unavailable");
        };
    }
}
