package dev.hyperterse.cli.imports.sql;

import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.document.SourceText;
import dev.hyperterse.cli.imports.AdapterAddress;
import dev.hyperterse.cli.imports.Findings;
import dev.hyperterse.cli.imports.ImportedDefinition;
import dev.hyperterse.cli.imports.ImportedServer;
import dev.hyperterse.cli.imports.NotImported;
import dev.hyperterse.cli.manifest.DotEnv;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The files of a folder, on one database. */
public final class SqlFolder {
    private static final String ADAPTER = "database";
    private static final String ADDRESS = "DATABASE_URL";

    private SqlFolder() {}

    /** @param address of the database; empty for that of the folder's {@code .env} */
    public static ImportedServer read(Path source, Optional<String> address) {
        var findings = new Findings();
        var folder =
                Files.isDirectory(source) ? source : source.toAbsolutePath().getParent();
        var adapter = AdapterAddress.of(
                ADAPTER,
                address.or(() -> ofEnvironment(folder.resolve(DotEnv.FILE_NAME)))
                        .orElseThrow(() -> new NotImported(
                                "it does not say which database; give --database ADDRESS, or DATABASE_URL in the environment or .env",
                                "")),
                Optional.empty(),
                findings,
                Place.startOf(source.toString()));
        var definitions = new ArrayList<ImportedDefinition>();
        for (var file : files(source)) {
            for (var query : SqlFile.read(SourceText.read(file))) {
                findings.reading(
                        query.place(),
                        "query " + query.name(),
                        () -> definitions.add(query.tool(ADAPTER, adapter.engine())));
            }
        }
        return new ImportedServer(
                List.of(adapter), definitions, Map.of(), Map.of(), Map.of(), Map.of(), findings.all());
    }

    private static List<Path> files(Path source) {
        // The folder itself may be a link; those below are not followed, because they can be circles.
        try (var real = Files.walk(source.toRealPath())) {
            var root = source.toRealPath();
            return real.map(file -> source.resolve(root.relativize(file)))
                    .filter(file -> file.toString().endsWith(".sql"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Optional<String> ofEnvironment(Path file) {
        return Files.isRegularFile(file)
                ? Optional.ofNullable(DotEnv.values(SourceText.read(file)).get(ADDRESS))
                : Optional.empty();
    }
}
