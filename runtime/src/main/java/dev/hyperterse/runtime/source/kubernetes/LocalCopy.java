package dev.hyperterse.runtime.source.kubernetes;

import dev.hyperterse.catalog.CatalogIndex;
import dev.hyperterse.catalog.CatalogNames;
import dev.hyperterse.catalog.Digest;
import dev.hyperterse.catalog.Slot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The catalog in use, kept in a folder (an emptyDir in memory), so that a container that restarts while the API server
 * is away serves what it served. Every file is written beside its place and moved there: half a file is never read.
 */
final class LocalCopy implements PartsStore, FetchedParts {
    private final Path folder;

    LocalCopy(Path folder) {
        this.folder = folder;
    }

    Optional<byte[]> index() {
        return read(CatalogNames.INDEX_ENTRY);
    }

    /** Called once the catalog is in use; parts that no longer belong to it are removed. */
    void keep(CatalogIndex index, byte[] json) {
        write(CatalogNames.INDEX_ENTRY, json);
        removeAllBut(index);
    }

    @Override
    public void slot(String sha256, byte[] compressed) {
        write(slotFile(sha256), compressed);
    }

    @Override
    public void values(String id, byte[] content) {
        write(valuesFile(id), content);
    }

    @Override
    public Optional<byte[]> slot(Slot slot, String sha256) {
        return read(slotFile(sha256));
    }

    @Override
    public Optional<byte[]> values(String id) {
        return read(valuesFile(id));
    }

    private static String slotFile(String sha256) {
        return "slot-" + sha256;
    }

    /** An id comes from outside and must not become a path. */
    private static String valuesFile(String id) {
        return "values-" + Digest.of(id);
    }

    private void removeAllBut(CatalogIndex index) {
        Set<String> kept = new HashSet<>();
        kept.add(CatalogNames.INDEX_ENTRY);
        index.parts().forEach(part -> kept.add(slotFile(part.sha256())));
        index.valueSet().ifPresent(id -> kept.add(valuesFile(id)));
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                if (!kept.contains(file.getFileName().toString())) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Optional<byte[]> read(String name) {
        var file = folder.resolve(name);
        try {
            return Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void write(String name, byte[] content) {
        try {
            Files.createDirectories(folder);
            var beside = Files.createTempFile(folder, "new-", "");
            Files.write(beside, content);
            Files.move(
                    beside, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
