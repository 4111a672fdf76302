package dev.hyperterse.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ForeignDefinitions.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Fetching with a stand-in for Go: a script that counts its calls and says what {@code go mod download -json} would. */
@Isolated("runs a program that it writes: a process that another class starts meanwhile would have it open for writing")
class ForeignDefinitionsTest {
    private static final String SAID = "{\"Error\": \"requires go >= 1.99\", \"Zip\": \"%s\"}";

    @TempDir
    Path directory;

    private Path archive;
    private Path calls;

    @BeforeEach
    void anArchiveWithOneOfTwo() throws IOException {
        calls = Files.createFile(directory.resolve("calls"));
        archive = directory.resolve("module.zip");
        try (var zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(new ZipEntry(ForeignDefinition.POD_MONITOR.entry()));
            zip.write("kind: CustomResourceDefinition".getBytes());
        }
    }

    /** A module that asks for a newer Go has its archive all the same. */
    @Test
    void aDefinitionIsFetchedOnce() throws IOException {
        var definitions = definitions(SAID.formatted(archive));
        var fetched = definitions.fetch(ForeignDefinition.POD_MONITOR);
        assertThat(fetched).isEqualTo(definitions.fetch(ForeignDefinition.POD_MONITOR));
        assertThat(fetched).isInstanceOfSatisfying(Outcome.Fetched.class, it -> assertThat(it.files())
                .singleElement()
                .satisfies(file -> assertThat(file).hasContent("kind: CustomResourceDefinition")));
        assertThat(calls).content().isEqualTo("mod download -json " + ForeignDefinition.POD_MONITOR.module() + "\n");
    }

    @Test
    void aModuleWithoutTheFileIsSaidSo() throws IOException {
        assertThat(reason(SAID.formatted(archive), ForeignDefinition.PROMETHEUS_RULE))
                .contains("prometheus-operator@", "prometheusrules.yaml", "it has no such file");
        assertThat(directory.resolve("cache")).isEmptyDirectory();
    }

    @Test
    void aModuleThatCannotBeFetchedIsSaidSo() throws IOException {
        assertThat(reason("{\"Error\": \"404 Not Found\"}", ForeignDefinition.POD_MONITOR))
                .endsWith("404 Not Found");
        assertThat(reason("go: no network", ForeignDefinition.POD_MONITOR)).endsWith("go: no network");
    }

    @Test
    void noGoIsSaidSo() {
        var absent = new GoCommand(directory.resolve("no-such-go").toString(), Map.of());
        assertThat(new ForeignDefinitions(directory.resolve("cache"), absent).fetch(ForeignDefinition.POD_MONITOR))
                .isInstanceOfSatisfying(
                        Outcome.Unavailable.class, it -> assertThat(it.reason()).contains("no-such-go"));
    }

    private String reason(String said, ForeignDefinition definition) throws IOException {
        return switch (definitions(said).fetch(definition)) {
            case Outcome.Unavailable(var reason) -> reason;
            case Outcome.Fetched(List<Path> files) -> throw new AssertionError("expected nothing, got " + files);
        };
    }

    private ForeignDefinitions definitions(String said) throws IOException {
        var go = directory.resolve("go");
        Files.writeString(go, """
                #!/bin/sh
                echo "$*" >> '%s'
                echo '%s'
                exit 1
                """.formatted(calls, said));
        Files.setPosixFilePermissions(go, PosixFilePermissions.fromString("rwx------"));
        return new ForeignDefinitions(directory.resolve("cache"), new GoCommand(go.toString(), Map.of()));
    }
}
