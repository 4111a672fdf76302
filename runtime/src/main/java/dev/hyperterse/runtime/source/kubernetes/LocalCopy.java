package dev.hyperterse.runtime.source.kubernetes;

import dev.hyperterse.catalog.Digest;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.catalog.encoding.CatalogNames;
import dev.hyperterse.catalog.encoding.Slot;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A copy of the catalog in a folder (an emptyDir in memory), so that a container that restarts during an outage of the
 * API server serves the same catalog. Failed writes are only logged.
 */
final class LocalCopy implements PartsStore {
    private static final Logger LOG = LoggerFactory.getLogger(LocalCopy.class);

    private final PrivateFolder folder;

    LocalCopy(Path folder) {
        this.folder = new PrivateFolder(folder);
    }

    Optional<byte[]> index() {
        return folder.read(CatalogNames.INDEX_ENTRY);
    }

    /** Called once the catalog is in use; parts that no longer belong to it are removed. */
    void keep(CatalogIndex index, byte[] json) {
        attempt(() -> {
            var files = files(index);
            if (files.stream().allMatch(folder::has)) {
                folder.write(CatalogNames.INDEX_ENTRY, json);
                files.add(CatalogNames.INDEX_ENTRY);
                folder.keepOnly(files);
            }
        });
    }

    void slot(String sha256, byte[] compressed) {
        attempt(() -> folder.write(slotFile(sha256), compressed));
    }

    void values(String id, byte[] content) {
        attempt(() -> folder.write(valuesFile(id), content));
    }

    @Override
    public Optional<byte[]> slot(Slot slot, String sha256) {
        return folder.read(slotFile(sha256));
    }

    @Override
    public Optional<byte[]> values(String id) {
        return folder.read(valuesFile(id));
    }

    private static Set<String> files(CatalogIndex index) {
        Set<String> files = new HashSet<>();
        index.parts().forEach(part -> files.add(slotFile(part.sha256())));
        index.valueSet().ifPresent(id -> files.add(valuesFile(id)));
        return files;
    }

    private static String slotFile(String sha256) {
        return "slot-" + sha256;
    }

    /** An id is external input and must not be used as a path. */
    private static String valuesFile(String id) {
        return "values-" + Digest.of(id);
    }

    private static void attempt(Runnable write) {
        try {
            write.run();
        } catch (UncheckedIOException full) {
            LOG.atWarn()
                    .addKeyValue("event", "catalog_copy_failed")
                    .addKeyValue("reason", full.getMessage())
                    .log("a restart without the API server will find an older copy or none");
        }
    }
}
