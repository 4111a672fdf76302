package dev.hyperterse.cli.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.validation.Validation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every object shown in the guide is admitted and compiles, together with the others of the guide. */
class GuideExamplesTest {
    private static final Path GUIDE = Path.of("../docs/guide");
    private static final Pattern YAML_BLOCK = Pattern.compile("(?ms)^```yaml\n(.*?)^```$");

    @TempDir
    private Path directory;

    @Test
    void theExamplesOfTheGuideAreValidTogether() throws IOException {
        var examples = examples();
        assertThat(examples).hasSizeGreaterThan(5).allSatisfy(example -> assertThat(example)
                .contains("apiVersion: hyperterse.dev/v1alpha1"));
        for (var number = 0; number < examples.size(); number++) {
            Files.writeString(directory.resolve("example-" + number + ".yaml"), examples.get(number));
        }
        var report = Validation.run(directory);
        // An example may hold several, such as a ConfigMap beside what refers to it.
        var objects = examples.stream().flatMap(String::lines).filter(it -> it.startsWith("apiVersion:"));
        assertThat(report.diagnostics()).isEmpty();
        assertThat(report.objects()).isEqualTo((int) objects.count());
    }

    private static List<String> examples() throws IOException {
        var examples = new ArrayList<String>();
        try (Stream<Path> pages = Files.list(GUIDE)) {
            for (var page : pages.sorted().toList()) {
                YAML_BLOCK.matcher(Files.readString(page)).results().forEach(block -> examples.add(block.group(1)));
            }
        }
        return examples;
    }
}
