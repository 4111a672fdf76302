package dev.hyperterse.cli.command.status;

import dev.hyperterse.cli.print.Counted;
import dev.hyperterse.cli.print.Table;
import dev.hyperterse.cli.status.Finding;
import dev.hyperterse.cli.status.StatusReport;
import dev.hyperterse.cli.status.StatusReport.DefinitionLine;
import dev.hyperterse.cli.status.StatusReport.OnServer;
import dev.hyperterse.cli.status.StatusReport.ServerLine;
import dev.hyperterse.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The report for people, on one screen: servers as a table, then whatever is to be known, with what to do about it.
 *
 * @param cluster options of the cluster that was asked, as they are written behind a command
 * @param text what is printed, so far
 */
record StatusText(Terminal terminal, String cluster, StringBuilder text) {
    private static final int MOST_TOGETHER = 5;

    StatusText(Terminal terminal, String cluster) {
        this(terminal, cluster, new StringBuilder());
    }

    /** @param detailed of one object, whose conditions are wanted too */
    void print(StatusReport report, boolean detailed, boolean all) {
        if (!report.servers().isEmpty()) {
            text.append(Table.of(table(report.servers(), all)));
        }
        if (!report.findings().isEmpty()) {
            heading("the cluster", "", report.findings());
        }
        for (var server : report.servers()) {
            if (detailed || !server.findings().isEmpty()) {
                var name = "HyperterseServer %s/%s".formatted(server.namespace(), server.name());
                heading(name, server.ready() ? "ready" : "not ready", server.findings());
            }
            if (detailed) {
                section("fragments of the platform", server.fragments());
                section("conditions", server.conditions());
            }
        }
        alike(report.definitions()).forEach((_, definitions) -> {
            var first = definitions.getFirst();
            if (detailed || !first.findings().isEmpty()) {
                heading(names(definitions), state(first), first.findings());
            }
            if (detailed) {
                section(
                        "servers",
                        first.servers().stream().map(StatusText::inWords).toList());
                section("conditions", first.conditions());
            }
        });
        next(report, detailed);
        if (!report.allServed() && !cluster.isEmpty()) {
            line(System.lineSeparator(), "the commands are for the cluster of" + cluster);
        }
        terminal.out().print(text);
        summary(report, detailed);
    }

    /** Those of which the same is to be said, such as all tools of a server without replicas. */
    private static Map<Object, List<DefinitionLine>> alike(List<DefinitionLine> definitions) {
        return definitions.stream()
                .collect(Collectors.groupingBy(
                        it -> List.of(it.kind(), it.namespace(), it.ready(), it.findings()),
                        LinkedHashMap::new,
                        Collectors.toList()));
    }

    private static String state(DefinitionLine definition) {
        if (!definition.ready()) {
            return "not served";
        }
        return definition.findings().stream().anyMatch(Finding::blocks) ? "served, not as it is written" : "served";
    }

    private static String names(List<DefinitionLine> definitions) {
        var first = definitions.getFirst();
        return "%s %s/%s"
                .formatted(
                        first.kind(),
                        first.namespace(),
                        Counted.first(
                                MOST_TOGETHER,
                                definitions.stream().map(DefinitionLine::name).toList()));
    }

    private void heading(String name, String state, List<Finding> findings) {
        line(text.isEmpty() ? "" : System.lineSeparator(), state.isEmpty() ? name : name + ": " + state);
        findings(findings);
    }

    private static List<List<String>> table(List<ServerLine> servers, boolean all) {
        var lines = new ArrayList<List<String>>();
        var names = List.of("SERVER", "READY", "TOOLS", "REFUSED", "REPLICAS", "REVISION", "URL");
        lines.add(names);
        for (var server : servers) {
            lines.add(List.of(
                    (all ? server.namespace() + "/" : "") + server.name(),
                    server.ready() ? "yes" : "no",
                    Integer.toString(server.tools()),
                    Integer.toString(server.refused()),
                    server.replicas(),
                    server.revision() == 0 ? "none" : "%d on %d".formatted(server.revision(), server.atRevision()),
                    server.url()));
        }
        return lines;
    }

    private void findings(List<Finding> findings) {
        for (var finding : findings) {
            line(finding.blocks() ? "  " : "  note: ", finding.cause());
            if (!finding.cure().isEmpty()) {
                line("    fix: ", finding.cure());
            }
        }
    }

    private void section(String name, List<String> lines) {
        if (!lines.isEmpty()) {
            line("  ", name + ":");
            lines.forEach(line -> line("    ", line));
        }
    }

    private void summary(StatusReport report, boolean detailed) {
        if (report.servers().isEmpty()
                && report.definitions().isEmpty()
                && report.findings().isEmpty()) {
            terminal.err()
                    .println("hyperterse: nothing of Hyperterse here; another namespace is -n NAMESPACE, all are -A");
        } else if (report.allServed() && !detailed) {
            terminal.err()
                    .println("hyperterse: all is served, "
                            + Counted.of(report.servers().size(), "server") + " and "
                            + Counted.of(report.definitions().size(), "definition"));
        }
    }

    /** Of one object that is served the call, otherwise the fix that stands first. */
    private void next(StatusReport report, boolean detailed) {
        if (!detailed || !report.allServed()) {
            return;
        }
        Stream.concat(
                        report.servers().stream().map(it -> "list server/" + it.name() + " -n " + it.namespace()),
                        report.definitions().stream().flatMap(StatusText::call))
                .findFirst()
                .ifPresent(it -> line("  next: ", terminal.program() + " " + it + cluster));
    }

    private void line(String before, String line) {
        text.append(before).append(line).append(System.lineSeparator());
    }

    private static Stream<String> call(DefinitionLine definition) {
        return definition.servers().stream().filter(it -> !it.tool().isEmpty()).map(it -> "describe server/%s %s -n %s"
                .formatted(it.name(), it.tool(), it.namespace()));
    }

    private static String inWords(OnServer on) {
        return "%s/%s%s: %s%s%s"
                .formatted(
                        on.namespace(),
                        on.name(),
                        on.tool().isEmpty() ? "" : " as " + on.tool(),
                        on.serving(),
                        on.generation() == 0 ? "" : ", generation " + on.generation(),
                        on.replicas().isEmpty() ? "" : ", " + on.replicas());
    }
}
