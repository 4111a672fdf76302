package dev.hyperterse.operator.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.operator.report.condition.ProgressReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page lists every reason that speaks of no mistake, too, and none that is not there. */
class ProgressPageTest {
    private static final Pattern ROW = Pattern.compile("^\\| `(\\w+)` \\| [A-Z]");
    private static final String CHAPTER = "## Reasons without a mistake";

    @Test
    void thePageAndTheReasonsAreTheSame() throws IOException {
        var written = new TreeSet<String>();
        Files.readAllLines(Path.of("../docs/reference/reasons.md")).stream()
                .dropWhile(line -> !line.equals(CHAPTER))
                .map(ROW::matcher)
                .filter(row -> row.find())
                .forEach(row -> written.add(row.group(1)));
        var reasons = new TreeSet<String>();
        Arrays.stream(ProgressReason.values()).forEach(reason -> reasons.add(reason.name()));
        assertThat(written).isEqualTo(reasons);
    }
}
