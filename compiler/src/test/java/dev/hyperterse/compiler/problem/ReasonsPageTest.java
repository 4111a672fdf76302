package dev.hyperterse.compiler.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page that conditions point people to lists every reason, and none that is not there. */
class ReasonsPageTest {
    private static final Pattern ROW = Pattern.compile("^\\| `(\\w+)` \\| (by edit|automatically) \\|");

    @Test
    void thePageAndTheReasonsAreTheSame() throws IOException {
        var written = new TreeMap<String, String>();
        for (var line : Files.readAllLines(Path.of("../docs/reference/reasons.md"))) {
            var row = ROW.matcher(line);
            if (row.find()) {
                written.put(row.group(1), row.group(2));
            }
        }
        Map<String, String> reasons = new TreeMap<>();
        Arrays.stream(Reason.values())
                .forEach(reason -> reasons.put(reason.name(), reason.isTransient() ? "automatically" : "by edit"));
        assertThat(written).isEqualTo(reasons);
    }
}
