package dev.hyperterse.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Alerts and dashboard ask for series and labels that exist; a rule of the house compares the names of the page with those of the
 * code, and {@code .ci/alerts} its labels with those of processes.
 */
class MonitoringTest {
    private static final Path FILES = Chart.OPERATOR.directory().resolve("files");
    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
    private static final Pattern RUNBOOK = Pattern.compile("runbook_url: RUNBOOKS#(\\w+)");
    private static final MetricsPage PAGE = MetricsPage.read();

    @Test
    void queriedSeriesExist() throws IOException {
        var queries = all();
        assertThat(queries).hasSizeGreaterThan(25);
        assertThat(queries.stream().flatMap(query -> faults(query).stream())).isEmpty();
    }

    @Test
    void missingSeriesWouldBeFound() throws IOException {
        assertThat(faults(new MonitoringQuery("sum(hyperterse_operator_leader)", List.of())))
                .containsExactly("no series hyperterse_operator_leader");
        assertThat(faults(new MonitoringQuery("sum by (queues) (hyperterse_operator_queue_depth)", List.of("queues"))))
                .containsExactly("no label queues of hyperterse_operator_queue_depth");
        assertThat(faults(new MonitoringQuery("hyperterse_adapter_up{name=\"a\", pod=\"b\"}", List.of("adapter"))))
                .containsExactly("no label name of hyperterse_adapter_up");
        assertThat(faults(new MonitoringQuery("hyperterse_audit_lines_total{outcome=\"dropped\"}", List.of())))
                .containsExactly("no value dropped of outcome of hyperterse_audit_lines_total");
        assertThat(faults(new MonitoringQuery("sum by (pod) (hyperterse_adapter_up)", List.of("pod", "adapter"))))
                .containsExactly("adapter is shown, and is not kept");
        assertThat(faults(new MonitoringQuery("hyperterse_catalog_refused > 0", List.of("server"))))
                .containsExactly("server is shown, and no series has it");
    }

    @Test
    void everyAlertHasItsRunbookWithItsCondition() throws IOException {
        var rules = Files.readString(FILES.resolve("alerts.yaml"));
        var page = Files.readString(Path.of("..", "docs", "alerts.md"));
        var alerts = found(ALERT, rules);
        assertThat(alerts).hasSizeGreaterThan(10).allSatisfy(alert -> assertThat(page)
                .contains("\n## " + alert + "\n"));
        assertThat(found(Pattern.compile("(?m)^## (\\w+)"), page)).isEqualTo(alerts);
        assertThat(found(RUNBOOK, rules))
                .isEqualTo(
                        alerts.stream().map(it -> it.toLowerCase(Locale.ROOT)).toList());
        // Of the alert that ends in "or absent" the page says that in words.
        assertThat(found(Pattern.compile("expr: (.*?)(?: or absent.*)?\n"), rules))
                .allSatisfy(expression -> assertThat(page).contains("`" + ofOneInstallation(expression) + "`"));
    }

    /** As the chart fills it in where the operator reads all namespaces. */
    private static String ofOneInstallation(String expression) {
        return expression
                .replace("NAMESPACE", "hyperterse-system")
                .replace("{SERVERS}", "")
                .replace(", SERVERS", "");
    }

    /** {@code .ci/alerts} runs them. */
    @Test
    void everyAlertHasATestThatFiresItAndOneThatDoesNot() throws IOException {
        var tests = new StringBuilder();
        for (var file : List.of("operator.yaml", "servers.yaml")) {
            tests.append(Files.readString(Path.of("src", "test", "resources", "alerts", file)));
        }
        for (var alert : found(ALERT, Files.readString(FILES.resolve("alerts.yaml")))) {
            assertThat(tests.toString())
                    .containsPattern("\\{alertname: " + alert + ", eval_time: \\w+, exp_alerts: \\[]}")
                    .containsPattern("- alertname: " + alert + "\n +eval_time: \\w+\n +exp_alerts:(?! \\[])");
        }
    }

    private static List<MonitoringQuery> all() throws IOException {
        return Stream.concat(MonitoringQuery.ofAlerts().stream(), MonitoringQuery.ofDashboard().stream())
                .toList();
    }

    private static List<String> faults(MonitoringQuery query) {
        return PAGE.faults(query);
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(MonitoringTest::last).toList();
    }

    private static String last(MatchResult match) {
        return match.group(match.groupCount());
    }
}
