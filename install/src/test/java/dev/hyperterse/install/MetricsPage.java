package dev.hyperterse.install;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The series that docs/reference/telemetry.md names, with their labels and the text that names the values of these. */
record MetricsPage(Map<String, Row> rows) {
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| ((?:`hyperterse_\\w+`(?:, )?)+) \\| ([\\w, ]*?) ?\\| .*$");
    private static final Pattern NAME = Pattern.compile("\\w+");
    private static final Pattern PROCESS = Pattern.compile("`((?:process|jvm)_\\w+)`");
    /** What a scrape by the PodMonitors adds. */
    private static final Set<String> OF_THE_SCRAPE = Set.of("namespace", "pod", "hyperterse_dev_server");

    record Row(Set<String> labels, String text) {}

    static MetricsPage read() {
        String page;
        try {
            page = Files.readString(Path.of("..", "docs", "reference", "telemetry.md"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        var rows = new HashMap<String, Row>();
        PROCESS.matcher(page).results().forEach(found -> rows.put(found.group(1), new Row(Set.of(), "")));
        ROW.matcher(page).results().forEach(found -> {
            var row = new Row(Set.copyOf(Arrays.asList(found.group(2).split(", *"))), found.group());
            NAME.matcher(found.group(1)).results().forEach(name -> rows.put(name.group(), row));
        });
        return new MetricsPage(rows);
    }

    /** What the query asks for, or shows, and the page does not know. */
    List<String> faults(MonitoringQuery query) {
        var unknown = query.selectors().stream()
                .filter(selector -> !rows.containsKey(base(selector)))
                .map(selector -> "no series " + selector.series())
                .toList();
        if (!unknown.isEmpty()) {
            return unknown;
        }
        return Stream.concat(query.selectors().stream().flatMap(selector -> faults(query, selector)), notShown(query))
                .toList();
    }

    private Stream<String> faults(MonitoringQuery query, MonitoringQuery.Selector selector) {
        var row = rows.get(base(selector));
        var labels = Stream.concat(
                        query.kept().stream(), selector.matchers().stream().map(MonitoringQuery.Matcher::label))
                .filter(label -> !OF_THE_SCRAPE.contains(label) && !row.labels().contains(label))
                .filter(label -> !label.equals("le") || !selector.series().endsWith("_bucket"))
                .map(label -> "no label " + label + " of " + selector.series());
        var values = selector.matchers().stream()
                .filter(matcher -> row.labels().contains(matcher.label()))
                .filter(matcher -> !Pattern.compile("\\b" + Pattern.quote(matcher.value()) + "\\b")
                        .matcher(row.text())
                        .find())
                .map(matcher -> "no value " + matcher.value() + " of " + matcher.label() + " of " + selector.series());
        return Stream.concat(labels, values);
    }

    private Stream<String> notShown(MonitoringQuery query) {
        if (!query.kept().isEmpty()) {
            return query.shown().stream()
                    .filter(label -> !query.kept().contains(label))
                    .map(label -> label + " is shown, and is not kept");
        }
        var there = new HashSet<>(OF_THE_SCRAPE);
        query.selectors()
                .forEach(selector -> there.addAll(rows.get(base(selector)).labels()));
        return query.shown().stream()
                .filter(label -> !there.contains(label))
                .map(label -> label + " is shown, and no series has it");
    }

    private static String base(MonitoringQuery.Selector selector) {
        return selector.series().replaceFirst("_bucket$", "");
    }
}
