package dev.hyperterse.cli.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.document.SourceFile;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DotEnvTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "A=b|b",
                "A = b c |b c",
                "export A=b|b",
                "A=b # comment|b",
                "A=b#c|b#c",
                "A=|``",
                "A=# nothing|``",
                "A='b # c'|b # c",
                "A='it\\n' # c|it\\n",
                "A=\"b\\tc\"|`b\tc`",
                "A=\"say \\\"x\\\"\"|say \"x\"",
                "A=\"cost \\$5\"|cost $5",
                "A=$HOME|$HOME",
                "A=b=c|b=c",
            })
    void aValueIsReadAsAShellWouldButNeverExpanded(String line, String value) {
        assertThat(settings(line)).isEqualTo(Map.of("A", value));
    }

    @Test
    void emptyLinesAndCommentsSayNothingAndTheLastValueWins() {
        assertThat(settings("# x\n\n  # y\nA=1\nA=2\n")).isEqualTo(Map.of("A", "2"));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {"just words|1", "=x|1", "1A=x|1", "A='x|3", "A=\"x|3", "A='x'y|3", "A=\"x\\\"|3"})
    void invalidLineIsReportedWithItsPosition(String line, int column) {
        var read = DotEnv.read(new SourceFile(".env", "B=1\n" + line + "\n"));
        assertThat(read.values()).containsOnlyKeys("B");
        assertThat(read.problems())
                .singleElement()
                .extracting(it -> it.place().toString())
                .isEqualTo(".env:2:" + column);
    }

    private static Map<String, String> settings(String text) {
        var read = DotEnv.read(new SourceFile(".env", text));
        assertThat(read.problems()).isEmpty();
        var values = new java.util.HashMap<String, String>();
        read.values().forEach((name, value) -> values.put(name, value.text()));
        return values;
    }
}
