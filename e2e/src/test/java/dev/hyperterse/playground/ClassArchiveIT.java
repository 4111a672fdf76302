package dev.hyperterse.playground;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.testbed.ClassArchive;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A JVM that cannot use its archive starts without a word, only slower. */
class ClassArchiveIT {
    @ParameterizedTest
    @ValueSource(strings = {"dev.hyperterse.operator.OperatorProcess", "dev.hyperterse.runtime.ReplicaProcess"})
    void theProcessesOfTestsStartFromTheirArchive(String main) throws Exception {
        var archive = ClassArchive.ofThisJvm();
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(archive.options());
        // It ends where it misses its settings.
        command.addAll(List.of("-Xshare:on", "-Xmx192m", "-Xlog:class+load", "-cp", archive.classPath(), main));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isPositive();
        assertThat(said).contains(main + " source: shared objects file");
    }
}
