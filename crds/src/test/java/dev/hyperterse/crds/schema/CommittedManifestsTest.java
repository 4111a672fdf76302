package dev.hyperterse.crds.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The committed CRDs are what the records say. {@code -Dcrds.update=true} rewrites them. */
class CommittedManifestsTest {
    @Test
    void everyDefinitionIsCommittedAsGenerated() throws IOException {
        var expected = new TreeMap<Path, String>();
        GeneratedDefinitions.all()
                .values()
                .forEach(definition -> expected.put(Manifests.fileOf(definition), Manifests.textOf(definition)));
        if (Boolean.getBoolean("crds.update")) {
            Files.createDirectories(Manifests.DIRECTORY);
            for (var file : expected.entrySet()) {
                Files.writeString(file.getKey(), file.getValue());
            }
        }
        assertThat(expected.keySet())
                .as("files to rewrite with: " + Manifests.UPDATE)
                .allSatisfy(file -> assertThat(file).content().isEqualTo(expected.get(file)));
    }

    @Test
    void nothingElseIsCommitted() throws IOException {
        try (var files = Files.list(Manifests.DIRECTORY)) {
            assertThat(files.collect(Collectors.toSet()))
                    .isEqualTo(GeneratedDefinitions.all().values().stream()
                            .map(Manifests::fileOf)
                            .collect(Collectors.toSet()));
        }
    }
}
