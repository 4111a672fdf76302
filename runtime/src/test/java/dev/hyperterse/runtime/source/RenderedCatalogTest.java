package dev.hyperterse.runtime.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.CatalogException;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenderedCatalogTest {
    private final Catalog catalog = withValues(Servers.searching()
            .catalog(
                    1,
                    Leaves.tool("a", "one"),
                    Leaves.tool("b", "two"),
                    Leaves.resource("test://c", Leaves.text("3"))));

    @TempDir
    private Path temporary;

    private Path folder;
    private RenderedCatalog rendered;

    @BeforeEach
    void write() {
        folder = temporary.resolve("rendered");
        rendered = new RenderedCatalog(folder);
        rendered.write(catalog);
    }

    @Test
    void writtenCatalogIsReadBack() {
        var read = rendered.read();

        assertThat(read.revision()).isEqualTo(catalog.revision());
        assertThat(read.server()).isEqualTo(catalog.server());
        assertThat(read.values()).isEqualTo(catalog.values());
        assertThat(read.leaves())
                .usingElementComparator(Comparator.comparing(Leaf::publicName))
                .containsExactlyInAnyOrderElementsOf(catalog.leaves());
    }

    @Test
    void valuesAreReadableByTheirOwnerOnly() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("values.json"))))
                .isEqualTo("rw-------");
    }

    @Test
    void editedPartIsRefused() throws Exception {
        try (var files = Files.list(folder)) {
            var slots = files.filter(file -> file.getFileName().toString().startsWith("slot-"))
                    .sorted()
                    .toList();
            Files.copy(slots.get(0), slots.get(1), StandardCopyOption.REPLACE_EXISTING);
        }

        assertThatThrownBy(rendered::read).isInstanceOf(CatalogException.class).hasMessageContaining("digest");
    }

    @Test
    void folderWithoutACatalogIsNamedInTheError() {
        var empty = temporary.resolve("empty");

        assertThatThrownBy(() -> new RenderedCatalog(empty).read())
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(empty.toString());
    }

    private static Catalog withValues(Catalog catalog) {
        var values = new ValueSet("set", Map.of(ValueKey.environment("REGION"), "eu"));
        return new Catalog(catalog.revision(), catalog.server(), catalog.leaves(), values);
    }
}
