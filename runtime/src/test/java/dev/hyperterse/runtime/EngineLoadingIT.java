package dev.hyperterse.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes of the engine that a process loads: a replica without scripts loads none of them. */
class EngineLoadingIT {
    private static final String ENGINE = "org.graalvm.polyglot";

    private static final String ISOLATED = "dev.hyperterse.javascript.isolated";

    @TempDir
    private Path directory;

    @Test
    void replicaWithoutScriptsLoadsNoClassOfTheEngine() throws Exception {
        assertThat(loadedBy("statement"))
                .contains("dev.hyperterse.scripts.Scripts ")
                .doesNotContain(ENGINE, "com.oracle.truffle", "dev.hyperterse.javascript");
    }

    @Test
    void replicaWithAScriptLoadsTheEngine() throws Exception {
        assertThat(loadedBy("script")).contains(ENGINE).doesNotContain("run.endive", ISOLATED);
    }

    @Test
    void replicaWithAnIsolatedScriptLoadsTheIsolatedEngine() throws Exception {
        assertThat(loadedBy("isolated")).contains("run.endive", ISOLATED);
    }

    private String loadedBy(String tool) throws Exception {
        var log = directory.resolve(tool + ".log");
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process = new ProcessBuilder(
                        java,
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xlog:class+load:file=" + log + ":none:filecount=0",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ScriptedReplica.class.getName(),
                        directory.toString(),
                        tool)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(tool + ".out").toFile())
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue())
                    .as(Files.readString(directory.resolve(tool + ".out")))
                    .isZero();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(log);
    }
}
