package dev.hyperterse.houserules;

import static org.assertj.core.api.Assertions.assertThat;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.ImportOrderer;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    void everySourceFileIsFormatted() {
        var rewrite = Boolean.getBoolean("format.write");
        var different = SourceTree.javaFiles().parallelStream()
                .filter(file -> differs(file, rewrite))
                .map(SourceTree::display)
                .toList();
        assertThat(different)
                .as("files to format with: mvn -pl houserules -am test -Dtest=SourceFormatTest -Dformat.write=true")
                .isEmpty();
    }

    /** Whether it is not as it is to be, and was left so. */
    private static boolean differs(Path file, boolean rewrite) {
        try {
            var actual = Files.readString(file);
            var expected = formatted(file, actual);
            if (rewrite && !expected.equals(actual)) {
                Files.writeString(file, expected);
            }
            return !rewrite && !expected.equals(actual);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
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
