package dev.hyperterse.cli.console;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.served.DirectoryReport;
import dev.hyperterse.runtime.audit.CallWatch;
import dev.hyperterse.runtime.page.LocalPages;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * The pages of {@code dev}: the files, and {@code /console/directory} and {@code /console/calls}, which answer when there
 * is something new.
 */
public final class Console implements LocalPages, AutoCloseable {
    private static final String DIRECTORY = ConsoleFiles.PREFIX + "directory";
    private static final String CALLS = ConsoleFiles.PREFIX + "calls";
    /** Shorter than what browsers and proxies wait for an answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ConsoleFiles files = new ConsoleFiles();
    private final Path directory;
    private final Latest<Overview> overview;
    private final RecentCalls calls;

    /** @param epoch another one in each run */
    public Console(Path directory, Clock clock, String epoch) {
        this.directory = directory;
        this.overview = new Latest<>(epoch, Overview.NOTHING);
        this.calls = new RecentCalls(clock, epoch);
    }

    /** Shows calls from then on. */
    public CallWatch calls() {
        return calls;
    }

    /** Shows the directory as it is now. */
    public void show(DirectoryReport.State state) {
        var catalog = state.live();
        var compilation = state.compilation();
        var excerpts = new SourceExcerpts();
        var identity = catalog.server().identity();
        var problems = Stream.concat(compilation.diagnostics().stream(), state.refused().stream())
                .sorted(Diagnostic.ORDER)
                .map(problem -> Overview.Finding.of(problem, excerpts))
                .toList();
        var kept = Stream.concat(
                        compilation instanceof Compilation.Compiled compiled
                                ? compiled.kept().stream()
                                : Stream.<String>empty(),
                        state.kept().stream().map(LeafIdentity::display))
                .distinct()
                .toList();
        var next = new Overview(
                directory.toString(),
                identity.namespace() + "/" + identity.name(),
                state.project().servers(),
                Overview.path(catalog),
                Overview.definitions(catalog, state.project().places()),
                problems,
                kept,
                compilation instanceof Compilation.Nothing nothing ? nothing.explanation() : "");
        overview.become(_ -> next);
    }

    @Override
    public boolean has(String path) {
        return path.equals(DIRECTORY) || path.equals(CALLS) || files.has(path);
    }

    @Override
    public Page page(String path, Function<String, Optional<String>> query) {
        var seen = query.apply("seen").orElse("");
        return switch (path) {
            case DIRECTORY -> json(overview.after(seen, PATIENCE));
            case CALLS -> json(calls.latest().after(seen, PATIENCE));
            default -> files.page(path);
        };
    }

    private static Page json(Latest.Version<?> version) {
        return new Page("application/json", JsonMapper.shared().writeValueAsBytes(version));
    }

    /** Ends the waits of pages. */
    @Override
    public void close() {
        overview.close();
        calls.close();
    }
}
