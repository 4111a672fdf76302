package dev.hyperterse.cli.console;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.served.DirectoryReport;
import dev.hyperterse.runtime.audit.CallWatch;
import dev.hyperterse.runtime.observe.ServedRevision;
import dev.hyperterse.runtime.page.LocalPages;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * The pages of {@code dev}: the files, and below {@code /console/} what only this process knows. {@code directory},
 * {@code calls} and {@code server} answer when there is something new, {@code tables} and {@code clients} at once.
 */
public final class Console implements LocalPages, AutoCloseable {
    private static final String DIRECTORY = ConsoleFiles.PREFIX + "directory";
    private static final String CALLS = ConsoleFiles.PREFIX + "calls";
    private static final String SERVER = ConsoleFiles.PREFIX + "server";
    private static final String TABLES = ConsoleFiles.PREFIX + "tables";
    private static final String CLIENTS = ConsoleFiles.PREFIX + "clients";
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]{1,60}");
    private static final List<String> ANSWERED = List.of(DIRECTORY, CALLS, SERVER, TABLES, CLIENTS);
    /** Shorter than what browsers and proxies wait for an answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /** Nothing wakes this wait when the process ends. */
    private static final Duration SHORT_PATIENCE = Duration.ofSeconds(2);

    private final ConsoleFiles files = new ConsoleFiles();
    private final Path directory;
    private final List<String> program;
    private final String epoch;
    private final ServedRevision revision;
    private final Latest<Overview> overview;
    private final RecentCalls calls;
    private volatile Optional<DirectoryReport.State> shown = Optional.empty();
    private volatile Optional<Counted> counted = Optional.empty();

    /** The cost of a catalog, which is counted when a page asks. */
    private record Counted(Catalog catalog, ServerState.Cost cost) {}

    /**
     * @param program its words, as the user types them
     * @param epoch another one in each run
     */
    public Console(Path directory, List<String> program, Clock clock, String epoch, ServedRevision revision) {
        this.directory = directory;
        this.program = List.copyOf(program);
        this.epoch = epoch;
        this.revision = revision;
        this.overview = new Latest<>(epoch, Overview.NOTHING);
        this.calls = new RecentCalls(clock, epoch);
    }

    /** Shows calls from then on. */
    public CallWatch calls() {
        return calls;
    }

    /** Shows the directory as it is now. */
    public void show(DirectoryReport.State state) {
        shown = Optional.of(state);
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
                false,
                directory.toString(),
                identity.namespace() + "/" + identity.name(),
                state.project().servers(),
                Overview.path(catalog),
                Overview.definitions(catalog, state.project().places()),
                problems,
                kept,
                compilation instanceof Compilation.Nothing nothing ? nothing.explanation() : "",
                List.of());
        overview.become(_ -> next);
    }

    @Override
    public boolean has(String path) {
        return ANSWERED.contains(path) || files.has(path);
    }

    @Override
    public Page page(String path, Function<String, Optional<String>> query) {
        var seen = query.apply("seen").orElse("");
        return switch (path) {
            case DIRECTORY -> json(overview.after(seen, PATIENCE));
            case CALLS -> json(calls.latest().after(seen, PATIENCE));
            case SERVER -> json(server(seen));
            case TABLES ->
                json(shown.map(state -> Tables.of(state.live(), state.adapters().live()))
                        .orElseGet(List::of));
            case CLIENTS -> json(clients(query));
            default -> files.page(path);
        };
    }

    private Latest.Version<ServerState> server(String seen) {
        try {
            var state = seen.startsWith(epoch + ".") ? seen.substring(epoch.length() + 1) : "";
            var observed = revision.observedUnless(
                    revision.report().position(),
                    OptionalLong.of(state.matches("\\d{1,18}") ? Long.parseLong(state) : -1),
                    SHORT_PATIENCE);
            return new Latest.Version<>(epoch + "." + observed.state(), ServerState.of(observed.report(), cost()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new Latest.Version<>(seen, ServerState.of(revision.report(), cost()));
        }
    }

    private ServerState.Cost cost() {
        return shown.map(DirectoryReport.State::live)
                .map(catalog -> counted.filter(known -> known.catalog() == catalog)
                        .orElseGet(() -> {
                            var fresh = new Counted(catalog, ServerState.Cost.of(catalog));
                            counted = Optional.of(fresh);
                            return fresh;
                        })
                        .cost())
                .orElse(ServerState.Cost.NONE);
    }

    /** For the URL by which the page is read. */
    private List<ClientEntry> clients(Function<String, Optional<String>> query) {
        var served = overview.value();
        var name = served.server().substring(served.server().indexOf('/') + 1);
        return ClientEntry.all(new ClientEntry.Target(
                name.replaceAll("[^A-Za-z0-9_-]+", "-"),
                address(query.apply("url").orElse("")),
                query.apply("header").filter(header -> HEADER.matcher(header).matches()),
                program,
                directory,
                served.servers().size() > 1 ? Optional.of(served.server()) : Optional.empty()));
    }

    private static URI address(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException malformed) {
            return URI.create("");
        }
    }

    private static Page json(Object value) {
        return new Page("application/json", JsonMapper.shared().writeValueAsBytes(value));
    }

    /** Ends the waits of pages. */
    @Override
    public void close() {
        overview.close();
        calls.close();
    }
}
