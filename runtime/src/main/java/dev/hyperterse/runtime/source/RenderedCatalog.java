package dev.hyperterse.runtime.source;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.CatalogException;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.catalog.encoding.CatalogNames;
import dev.hyperterse.catalog.encoding.DecodedLeaf;
import dev.hyperterse.catalog.encoding.EncodedLeaf;
import dev.hyperterse.catalog.encoding.EncodedSlot;
import dev.hyperterse.catalog.encoding.Slot;
import dev.hyperterse.catalog.encoding.SlotPacking;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.catalog.values.ValueSetCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A published catalog as a folder of files, in the wire format: the index, a file for each slot under its digest, and
 * the values, which only their owner may read. For a replica without a cluster.
 */
public final class RenderedCatalog {
    private static final String VALUES = "values.json";

    private final Path folder;
    private final CatalogCodec codec = new CatalogCodec();

    public RenderedCatalog(Path folder) {
        this.folder = folder;
    }

    /** Writes a catalog; the index last, so that all parts that it names exist. */
    public void write(Catalog catalog) {
        try {
            Files.createDirectories(folder);
            var parts = new ArrayList<CatalogIndex.Part>();
            for (var entry : leavesBySlot(catalog).entrySet()) {
                var packed = new SlotPacking().pack(entry.getKey(), entry.getValue());
                if (!packed.withoutRoom().isEmpty()) {
                    throw new CatalogException(
                            "no room for " + packed.withoutRoom().getFirst().display());
                }
                parts.add(packed.slot().part());
                Files.write(slotFile(packed.slot().part()), packed.slot().compressed());
            }
            writeValues(catalog.values());
            var index = new CatalogIndex(
                    CatalogCodec.FORMAT,
                    catalog.revision(),
                    catalog.server(),
                    parts,
                    Optional.of(catalog.values().id()),
                    Optional.empty());
            Files.write(folder.resolve(CatalogNames.INDEX_ENTRY), codec.encode(index));
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot write the catalog to " + folder, failed);
        }
    }

    /** Reads the catalog. Fails with {@link CatalogException} if the content of a part does not match the index. */
    public Catalog read() {
        try {
            var index = codec.decodeIndex(Files.readAllBytes(folder.resolve(CatalogNames.INDEX_ENTRY)));
            var leaves = new ArrayList<Leaf>();
            for (var part : index.parts()) {
                leaves.addAll(served(part));
            }
            var values = new ValueSet(
                    index.valueSet().orElse(""), ValueSetCodec.decode(Files.readAllBytes(folder.resolve(VALUES))));
            return new Catalog(index.revision(), index.server(), leaves, values);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot read a catalog from " + folder, failed);
        }
    }

    private List<Leaf> served(CatalogIndex.Part part) throws IOException {
        var json = EncodedSlot.open(part, Files.readAllBytes(slotFile(part)));
        var leaves = new ArrayList<Leaf>();
        for (var leaf : codec.decodeSlot(json, part.slot())) {
            switch (leaf) {
                case DecodedLeaf.Served(var served) -> leaves.add(served);
                case DecodedLeaf.Unsupported(var definition, var reason) ->
                    // A rendered folder has no operator that would report a definition that is left out.
                    throw new CatalogException(definition + " cannot be served: " + reason);
            }
        }
        return leaves;
    }

    private Map<Slot, List<EncodedLeaf>> leavesBySlot(Catalog catalog) {
        var slots = new TreeMap<Slot, List<EncodedLeaf>>();
        for (var leaf : catalog.leaves()) {
            slots.computeIfAbsent(Slot.of(leaf.identity()), empty -> new ArrayList<>())
                    .add(codec.encode(leaf));
        }
        return slots;
    }

    private void writeValues(ValueSet values) throws IOException {
        var file = folder.resolve(VALUES);
        Files.deleteIfExists(file);
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.write(file, ValueSetCodec.encode(values.entries()));
    }

    private Path slotFile(CatalogIndex.Part part) {
        return folder.resolve("slot-" + part.sha256());
    }
}
