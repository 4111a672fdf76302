package dev.hyperterse.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.script.ScriptIsolation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two hundred hostile scripts at once in a process with the options and the memory of a pod of 1 GiB. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class HostileReplicaIT {
    private static final long POD = 1 << 20;
    private static final int HONEST = 20;

    @ParameterizedTest
    @EnumSource
    void processStaysWithinItsPodAndAnswersHonestCalls(ScriptIsolation engine)
            throws IOException, InterruptedException {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        // As the operator computes it, and as the image has them.
                        "-Xmx608m",
                        "-XX:+UseSerialGC",
                        "-XX:+UseCompactObjectHeaders",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-XX:-DontCompileHugeMethods",
                        "-XX:TrimNativeHeapInterval=10000",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HostileReplica.class.getName(),
                        engine.name())
                .redirectErrorStream(true)
                .start();
        try {
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
            assertThat(said.lines().filter(line -> line.startsWith("hostile "))).hasSize(200);
            assertThat(number(said, "honest ")).as("honest calls beside them").isGreaterThan(HONEST);
            assertThat(number(said, "resident ")).as("KiB").isLessThan(POD);
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
