package dev.hyperterse.cli.console;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.project.Project;
import dev.hyperterse.runtime.page.LocalPages;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.util.RawValue;

/** The pages of {@code dev}: the files, and {@code /console/directory}, which answers when the directory has changed. */
public final class Console implements LocalPages, AutoCloseable {
    private static final String DIRECTORY = ConsoleFiles.PREFIX + "directory";
    /** Shorter than what browsers and proxies wait for an answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ConsoleFiles files = new ConsoleFiles();
    private final Path directory;
    private final Latest overview;

    /** @param epoch another one in each run */
    public Console(Path directory, String epoch) {
        this.directory = directory;
        this.overview = new Latest(epoch);
    }

    /**
     * The answers of databases.
     *
     * @param problems statements that they refuse
     * @param kept the definitions of which an earlier version is served for that
     */
    public record Refused(List<Diagnostic> problems, List<LeafIdentity> kept) {}

    /**
     * Shows the directory as it is now.
     *
     * @param catalog the served one
     */
    public void show(Project project, Compilation compilation, Catalog catalog, Refused refused) {
        var excerpts = new SourceExcerpts();
        var identity = catalog.server().identity();
        var problems = Stream.concat(compilation.diagnostics().stream(), refused.problems().stream())
                .sorted(Diagnostic.ORDER)
                .map(problem -> Overview.Finding.of(problem, excerpts))
                .toList();
        var kept = Stream.concat(
                        compilation instanceof Compilation.Compiled compiled
                                ? compiled.kept().stream()
                                : Stream.<String>empty(),
                        refused.kept().stream().map(LeafIdentity::display))
                .distinct()
                .toList();
        var next = new Overview(
                directory.toString(),
                identity.namespace() + "/" + identity.name(),
                project.servers(),
                Overview.path(catalog),
                Overview.definitions(catalog, project.places()),
                problems,
                kept,
                compilation instanceof Compilation.Nothing nothing ? nothing.explanation() : "");
        overview.become(JsonMapper.shared().writeValueAsBytes(next));
    }

    @Override
    public boolean has(String path) {
        return path.equals(DIRECTORY) || files.has(path);
    }

    @Override
    public Page page(String path, Function<String, Optional<String>> query) {
        if (!path.equals(DIRECTORY)) {
            return files.page(path);
        }
        var latest = overview.after(query.apply("seen").orElse(""), PATIENCE);
        return new Page(
                "application/json",
                JsonMapper.shared()
                        .writeValueAsBytes(Map.of(
                                "version",
                                latest.version(),
                                "overview",
                                new RawValue(new String(latest.json(), StandardCharsets.UTF_8)))));
    }

    /** Ends the waits of pages. */
    @Override
    public void close() {
        overview.close();
    }
}
