package dev.hyperterse.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.script.ScriptIsolation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hostile scripts in a process with the options and the memory of a pod. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class HostileReplicaIT {
    private static final long POD = 1 << 20;

    @ParameterizedTest
    @EnumSource
    void processStaysWithinItsPodAndAnswersHonestCalls(ScriptIsolation engine)
            throws IOException, InterruptedException {
        var said = run("608m", HostileReplica.class, engine.name());

        assertThat(said.lines().filter(line -> line.startsWith("hostile "))).hasSize(200);
        assertThat(number(said, "resident ")).as("KiB").isLessThan(POD);
    }

    /**
     * One operation of each would take the heap of a pod that has the memory of the default, before the run can be ended. One
     * process meets them all: what one leaves behind, the next has less room for.
     */
    @Test
    void operationsThatMakeTooMuchEndTheirRunsAlone() throws IOException, InterruptedException {
        var lines = List.of(
                "'x'.repeat(33e6).split('')",
                "'x'.padEnd(33e6).split('')",
                "'x'.repeat(33e6).search(/xy|y$/)",
                "new Array(33554431).join('x')",
                "const all = []; for (let n = 0; n < 20; n++) all.push(new ArrayBuffer(32 << 20))",
                "BigInt.asUintN(2**53-1, -1n)",
                "'x'.repeat(7e6).split('')",
                "'a'.repeat(3e4).replaceAll('a', 'b'.repeat(3e4))",
                "'ﷺ'.repeat(3.5e6).normalize('NFKD')",
                "Object.entries(new Uint8Array(7e6))",
                "10n ** 30000000n + 3n ** 100000000n");
        var said = run("224m", OneLineReplica.class, lines.toArray(String[]::new));
        for (var line : lines) {
            var ofLine = said.split(Pattern.quote("line: " + line + System.lineSeparator()), 2)[1]
                    .split("line: ", 2)[0];
            assertThat(ofLine.lines().filter(end -> end.startsWith("execution: ")))
                    .as(line)
                    .hasSize(20);
        }
    }

    /** In a process with the options of the image. @return what it said until it ended well */
    private static String run(String heap, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // As the operator computes it.
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                "-XX:+UseCompactObjectHeaders",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-DontCompileHugeMethods",
                "-XX:TrimNativeHeapInterval=10000",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
            return said;
        } finally {
            process.destroyForcibly();
        }
    }

    private static long number(String said, String name) {
        return said.lines()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.substring(name.length())))
                .findFirst()
                .orElseThrow();
    }
}
