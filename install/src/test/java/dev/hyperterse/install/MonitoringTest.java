package dev.hyperterse.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Alerts and dashboard ask for series that exist; a rule of the house compares the page with those of the code. */
class MonitoringTest {
    private static final Path FILES = Chart.OPERATOR.directory().resolve("files");
    private static final Pattern SERIES = Pattern.compile("\\b(?:hyperterse|process|jvm)_\\w+");
    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
    private static final Pattern RUNBOOK = Pattern.compile("runbook_url: RUNBOOKS#(\\w+)");

    @Test
    void everySeriesThatIsAskedForExists() throws IOException {
        var page = Files.readString(Path.of("..", "docs", "operations.md"));
        for (var file : List.of("alerts.yaml", "dashboard.json")) {
            var asked = found(SERIES, Files.readString(FILES.resolve(file)));
            assertThat(asked)
                    .as(file)
                    .hasSizeGreaterThan(10)
                    .filteredOn(series -> !page.contains("`" + series.replaceFirst("_bucket$", "") + "`"))
                    .isEmpty();
        }
    }

    @Test
    void everyAlertHasItsRunbook() throws IOException {
        var rules = Files.readString(FILES.resolve("alerts.yaml"));
        var page = Files.readString(Path.of("..", "docs", "alerts.md"));
        var alerts = found(ALERT, rules);
        assertThat(alerts).hasSizeGreaterThan(10).allSatisfy(alert -> assertThat(page)
                .contains("\n## " + alert + "\n"));
        assertThat(found(RUNBOOK, rules))
                .isEqualTo(
                        alerts.stream().map(it -> it.toLowerCase(Locale.ROOT)).toList());
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(MonitoringTest::last).toList();
    }

    private static String last(MatchResult match) {
        return match.group(match.groupCount());
    }
}
