package dev.hyperterse.cli.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.validation.Validation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Examples are applied to whichever namespace somebody has: none of them overwrites objects of another. */
class ExamplesTest {
    private static final Path EXAMPLES = Path.of("../examples");

    @TempDir
    private Path namespace;

    @Test
    void examplesGoIntoOneNamespace() throws IOException {
        for (var example : List.of("quickstart", "postgres", "mongodb", "mysql", "redis", "explore", "chatgpt")) {
            try (Stream<Path> files = Files.list(EXAMPLES.resolve(example))) {
                for (var file : files.toList()) {
                    var name = file.getFileName().toString();
                    if (name.equals(".env")) {
                        Files.writeString(
                                namespace.resolve(name),
                                Files.readString(file),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.APPEND);
                    } else {
                        Files.copy(file, namespace.resolve(example + "-" + name));
                    }
                }
            }
        }
        assertThat(Validation.run(namespace).diagnostics()).isEmpty();
    }
}
