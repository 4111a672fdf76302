package dev.hyperterse.install;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A query of an alert or of the dashboard, and what is written with its result. Read by patterns, which do for the queries that we
 * write; {@code .ci/alerts} has the parser of Prometheus read them.
 *
 * @param shown the labels that its texts quote
 */
record MonitoringQuery(String text, List<String> shown) {
    private static final Pattern SERIES = Pattern.compile("\\b((?:hyperterse|process|jvm)_\\w+)(?:\\{([^}]*)})?");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)(?:=~|!~|!=|=)\"([^\"]*)\"");
    private static final Pattern GROUPED = Pattern.compile("\\bby \\(([^)]*)\\)");
    private static final Pattern QUOTED = Pattern.compile("\\{\\{ *(?:\\$labels\\.)?(\\w+) *}}");

    /** What it asks of one series: labels, with the values that are written there. */
    record Selector(String series, List<Matcher> matchers) {}

    record Matcher(String label, String value) {}

    static List<MonitoringQuery> ofAlerts() throws IOException {
        return elements(read("alerts.yaml").path("groups"))
                .flatMap(group -> elements(group.path("rules")))
                .map(rule ->
                        of(rule.path("expr").asText(), rule.path("annotations").toString()))
                .toList();
    }

    static List<MonitoringQuery> ofDashboard() throws IOException {
        return elements(read("dashboard.json").path("panels"))
                .flatMap(panel -> elements(panel.path("targets")))
                .map(target -> of(
                        target.path("expr").asText(),
                        target.path("legendFormat").asText()))
                .toList();
    }

    List<Selector> selectors() {
        // The name of one label begins as those of series do.
        return SERIES.matcher(GROUPED.matcher(text).replaceAll("by"))
                .results()
                .map(found -> new Selector(found.group(1), matchers(found.group(2) == null ? "" : found.group(2))))
                .toList();
    }

    /** The labels that {@code by} keeps. */
    List<String> kept() {
        return GROUPED.matcher(text)
                .results()
                .flatMap(found -> Arrays.stream(found.group(1).split(", *")))
                .toList();
    }

    private static MonitoringQuery of(String text, String texts) {
        var shown = QUOTED.matcher(texts)
                .results()
                .map(found -> found.group(1))
                .filter(label -> !label.equals("value"))
                .toList();
        return new MonitoringQuery(text, shown);
    }

    private static List<Matcher> matchers(String selector) {
        return MATCHER.matcher(selector)
                .results()
                .map(found -> new Matcher(found.group(1), found.group(2)))
                .toList();
    }

    private static JsonNode read(String file) throws IOException {
        var text = Files.readString(Chart.OPERATOR.directory().resolve("files").resolve(file));
        return Serialization.unmarshal(text, JsonNode.class);
    }

    private static Stream<JsonNode> elements(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }
}
