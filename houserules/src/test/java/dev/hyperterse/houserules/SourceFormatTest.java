package dev.hyperterse.houserules;

import static org.assertj.core.api.Assertions.assertThat;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.ImportOrderer;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/**
 * Runs the formatter on the toolchain's JDK, because Maven itself may run on one that cannot parse our sources. With
 * {@code -Dformat.write=true} it rewrites what differs instead of failing.
 */
class SourceFormatTest {
    private static final JavaFormatterOptions.Style STYLE = JavaFormatterOptions.Style.PALANTIR;
    private static final Formatter FORMATTER = Formatter.createFormatter(
            JavaFormatterOptions.builder().style(STYLE).build());

    @Test
    void everySourceFileIsFormatted() throws IOException {
        var rewrite = Boolean.getBoolean("format.write");
        var different = new ArrayList<String>();
        for (var file : SourceTree.javaFiles()) {
            var actual = Files.readString(file);
            var expected = formatted(file, actual);
            if (expected.equals(actual)) {
                continue;
            }
            if (rewrite) {
                Files.writeString(file, expected);
            } else {
                different.add(SourceTree.display(file));
            }
        }
        assertThat(different)
                .as("files to format with: mvn -pl houserules -am test -Dtest=SourceFormatTest -Dformat.write=true")
                .isEmpty();
    }

    @Test
    void aBadlyFormattedFileWouldBeFound() {
        var untidy = "class  A{int x ;}\n";
        assertThat(formatted(Path.of("A.java"), untidy)).isNotEqualTo(untidy);
    }

    private static String formatted(Path file, String source) {
        try {
            var imports = ImportOrderer.reorderImports(RemoveUnusedImports.removeUnusedImports(source), STYLE);
            return FORMATTER.formatSource(imports);
        } catch (FormatterException unparsable) {
            throw new IllegalStateException("cannot format " + SourceTree.display(file), unparsable);
        }
    }
}
