package dev.hyperterse.controlplane;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/**
 * CustomResourceDefinitions of other products in a cache folder, as these products ship them. The Go modules that have them are
 * fetched when first asked for; nothing of them is built.
 */
public final class ForeignDefinitions {
    private static final Pattern ARCHIVE = Pattern.compile("\"Zip\": \"([^\"]+)\"");
    private static final Pattern ERROR = Pattern.compile("\"Error\": \"([^\"]+)\"");

    private final Path cache;
    private final GoCommand go;

    ForeignDefinitions(Path cache, GoCommand go) {
        this.cache = cache;
        this.go = go;
    }

    public static ForeignDefinitions ofThisUser() {
        return new ForeignDefinitions(Programs.cacheOfThisUser().resolve("definitions"), GoCommand.onPath());
    }

    /** The outcome of asking for definitions. */
    public sealed interface Outcome {
        record Fetched(List<Path> files) implements Outcome {}

        /** The reason is a sentence for people. */
        record Unavailable(String reason) implements Outcome {}
    }

    public Outcome fetch(ForeignDefinition... definitions) {
        var files = new ArrayList<Path>();
        for (var definition : definitions) {
            var file = cache.resolve(definition.fileName());
            try {
                if (!Files.exists(file)) {
                    Files.createDirectories(cache);
                    write(definition, file);
                }
            } catch (IOException failed) {
                return new Outcome.Unavailable("no %s, which has %s: %s"
                        .formatted(definition.module(), definition.fileName(), failed.getMessage()));
            }
            files.add(file);
        }
        return new Outcome.Fetched(List.copyOf(files));
    }

    private void write(ForeignDefinition definition, Path file) throws IOException {
        // Outside of any module, or Go would look for this one among what that one needs.
        var unfinished = Files.createTempDirectory(cache, ".fetch-");
        try (var archive = new ZipFile(archive(definition, unfinished).toFile())) {
            var entry = archive.getEntry(definition.entry());
            if (entry == null) {
                throw new IOException("it has no such file");
            }
            var whole = unfinished.resolve(definition.fileName());
            try (var content = archive.getInputStream(entry)) {
                Files.copy(content, whole);
            }
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Directories.delete(unfinished);
        }
    }

    /** Go fetches the archive of a module that asks for a newer Go, too, and only then says so. */
    private Path archive(ForeignDefinition definition, Path directory) throws IOException {
        var said = go.run(directory, List.of(go.program(), "mod", "download", "-json", definition.module()));
        var archive = ARCHIVE.matcher(said.output());
        if (archive.find()) {
            return Path.of(archive.group(1));
        }
        var error = ERROR.matcher(said.output());
        throw new IOException(error.find() ? error.group(1) : said.lastLine());
    }
}
