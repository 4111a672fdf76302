package dev.hyperterse.cli.console;

import dev.hyperterse.cli.status.Finding;
import dev.hyperterse.cli.status.StatusReport;
import dev.hyperterse.cli.status.StatusReport.DefinitionLine;
import dev.hyperterse.cli.status.StatusReport.OnServer;
import dev.hyperterse.cli.status.StatusReport.ServerLine;
import dev.hyperterse.runtime.page.LocalPages;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** The pages of a server in a cluster: the files of {@link Console}, and what the statuses of its namespace say. */
public final class ClusterConsole implements LocalPages, AutoCloseable {
    private static final String DIRECTORY = ConsoleFiles.PREFIX + "directory";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ConsoleFiles files = new ConsoleFiles();
    private final String namespace;
    private final String name;
    private final String path;
    private final Latest<Overview> overview;
    private volatile long asked = System.nanoTime();

    /**
     * @param path of the endpoint
     * @param epoch another one in each run
     */
    public ClusterConsole(String namespace, String name, String path, String epoch) {
        this.namespace = namespace;
        this.name = name;
        this.path = path;
        this.overview = new Latest<>(epoch, overview(List.of(), List.of(), List.of()));
    }

    /** Shows the server as it is now. */
    public void show(StatusReport report) {
        var server = report.servers().stream()
                .filter(line -> line.name().equals(name) && line.namespace().equals(namespace))
                .findFirst();
        var own = report.definitions().stream()
                .filter(line -> line.servers().stream().anyMatch(this::isThis))
                .toList();
        var problems = Stream.of(
                        found("", report.findings()),
                        server.stream().flatMap(line -> found("HyperterseServer " + name, line.findings())),
                        own.stream()
                                .flatMap(line -> found(
                                        "%s %s/%s".formatted(line.kind(), line.namespace(), line.name()),
                                        line.findings())))
                .flatMap(findings -> findings)
                .toList();
        var next = overview(
                own.stream().flatMap(this::definitions).toList(),
                problems,
                server.map(ClusterConsole::facts).orElse(List.of()));
        overview.become(_ -> next);
    }

    /** Shows why the cluster cannot be read. */
    public void showUnreadable(String reason) {
        overview.become(before -> overview(
                before.definitions(),
                found("", List.of(new Finding(true, reason, ""))).toList(),
                before.facts()));
    }

    /** Whether a page has asked lately, so that it is worth to ask the cluster. */
    public boolean isWatched() {
        return System.nanoTime() - asked < 2 * PATIENCE.toNanos();
    }

    private Overview overview(
            List<Overview.Definition> definitions, List<Overview.Finding> problems, List<Overview.Fact> facts) {
        var identity = namespace + "/" + name;
        return new Overview(
                true,
                "namespace " + namespace,
                identity,
                List.of(identity),
                path,
                definitions,
                problems,
                List.of(),
                "",
                facts);
    }

    private boolean isThis(OnServer server) {
        return server.name().equals(name) && server.namespace().equals(namespace);
    }

    private Stream<Overview.Definition> definitions(DefinitionLine line) {
        return line.servers().stream()
                .filter(this::isThis)
                .filter(on -> !on.tool().isEmpty() && on.generation() > 0)
                .map(on ->
                        new Overview.Definition(line.kind(), on.tool(), line.namespace() + "/" + line.name(), "", 0));
    }

    private static Stream<Overview.Finding> found(String object, List<Finding> findings) {
        return findings.stream()
                .map(finding -> new Overview.Finding(
                        "",
                        0,
                        0,
                        finding.blocks() ? "error" : "warning",
                        object,
                        "",
                        finding.cause(),
                        finding.cure(),
                        ""));
    }

    private static List<Overview.Fact> facts(ServerLine line) {
        return Stream.concat(
                        Stream.of(
                                new Overview.Fact("URL", line.url()),
                                new Overview.Fact("Replicas", line.replicas() + " ready"),
                                new Overview.Fact(
                                        "Revision", "%d, on %d replicas".formatted(line.revision(), line.atRevision())),
                                new Overview.Fact(
                                        "Serves",
                                        "%d tools, %d prompts, %d resources; %d refused"
                                                .formatted(
                                                        line.tools(),
                                                        line.prompts(),
                                                        line.resources(),
                                                        line.refused()))),
                        line.conditions().stream().map(words -> new Overview.Fact("Condition", words)))
                .toList();
    }

    @Override
    public boolean has(String wanted) {
        return wanted.equals(DIRECTORY) || files.has(wanted);
    }

    @Override
    public Page page(String wanted, Function<String, Optional<String>> query) {
        if (!wanted.equals(DIRECTORY)) {
            return files.page(wanted);
        }
        asked = System.nanoTime();
        var version = overview.after(query.apply("seen").orElse(""), PATIENCE);
        return new Page("application/json", JsonMapper.shared().writeValueAsBytes(version));
    }

    @Override
    public void close() {
        overview.close();
    }
}
