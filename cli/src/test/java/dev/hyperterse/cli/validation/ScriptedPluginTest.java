package dev.hyperterse.cli.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.difference.DirectoryDifference;
import dev.hyperterse.cli.snapshot.SnapshotReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A server whose settings need a script and whose tools need scripts, which the compiler asks for only then. */
@Isolated("processes of other tests are not to be counted")
class ScriptedPluginTest {
    @TempDir
    private Path directory;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(directory.resolve("all.yaml"), """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop}
                spec:
                  auth:
                    required: [team]
                    plugins:
                      - name: team
                        headers: [X-Team]
                        script: {source: {inline: "export default () => ({subject: 'ann'})"}}
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: greet}
                spec:
                  serverRefs: [{name: shop}]
                  description: Greets
                  script: {source: {inline: "export default () => 'hello'"}}
                """);
    }

    @Test
    void scriptsOfToolsAreCompiledBehindThatOfThePlugin() {
        assertThat(Validation.run(directory).diagnostics()).isEmpty();
    }

    @Test
    void directoryWithScriptsIsNoDifferentFromItself() {
        var result =
                DirectoryDifference.between(new SnapshotReader(directory).read(), new SnapshotReader(directory).read());
        assertThat(result.diagnostics()).isEmpty();
        assertThat(result.report().differences()).isEmpty();
    }

    /** One of each command took two seconds of processor time to start, and stayed. */
    @Test
    void commandsInOneProcessShareTheOneThatCompilesScripts() {
        Validation.run(directory);
        var first = compilers();
        Validation.run(directory);
        assertThat(first).isNotEmpty().containsAll(compilers());
    }

    private static Set<Long> compilers() {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info().command().orElse("").endsWith("java"))
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
    }

    /** Programs that read JSON keep numbers as doubles. */
    @Test
    void generationsAreExactInEveryProgram() {
        var tool = new SnapshotReader(directory).read().objects().tools().getFirst();
        assertThat(tool.getMetadata().getGeneration()).isPositive().isLessThan(1L << 53);
    }
}
