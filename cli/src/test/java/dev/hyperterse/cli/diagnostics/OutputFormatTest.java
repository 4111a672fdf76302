package dev.hyperterse.cli.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutputFormatTest {
    private static final Diagnostic DIAGNOSTIC = new Diagnostic(
            new Place("dir/a,b:c.yaml", 12, 5),
            Severity.ERROR,
            Optional.of(new Subject("Tool", "shop", "list-orders")),
            "spec.inputs[0].type",
            "some-rule",
            "100% wrong",
            "do\nthis");

    @Test
    void aPersonReadsPlaceObjectFieldAndRemedy() {
        assertThat(new OutputFormat.Text(false).render(List.of(DIAGNOSTIC))).isEqualTo("""
                dir/a,b:c.yaml:12:5: error: Tool shop/list-orders spec.inputs[0].type: 100% wrong
                  fix: do
                    this
                """);
    }

    @Test
    void manifestTextCannotControlTheTerminal() {
        var hostile = Diagnostic.ofFile(Place.startOf("a"), Severity.WARNING, "r", "\u001b[2Jgone\u0007\tü", "");
        assertThat(new OutputFormat.Text(false).render(List.of(hostile)))
                .isEqualTo("a:1:1: warning: \uFFFD[2Jgone\uFFFD\tü\n");
    }

    @Test
    void nothingFoundIsNothingSaid() {
        assertThat(new OutputFormat.Text(true).render(List.of())).isEmpty();
        assertThat(OutputFormat.GITHUB.render(List.of())).isEmpty();
        assertThat(OutputFormat.GITLAB.render(List.of())).isEqualTo("[ ]\n");
    }

    @ParameterizedTest
    @CsvSource({"true,,xterm,true", "false,,xterm,false", "true,1,xterm,false", "true,,dumb,false", "true,,,true"})
    void colourIsForTerminalsOfPeopleWhoWantIt(boolean interactive, String noColor, String terminal, boolean colour) {
        var environment = Map.of("NO_COLOR", noColor == null ? "" : noColor, "TERM", terminal == null ? "" : terminal);
        assertThat(OutputFormat.Text.onTerminal(interactive, environment)).isEqualTo(new OutputFormat.Text(colour));
    }

    @Test
    void colourMarksPlaceAndSeverity() {
        var plain = Diagnostic.ofFile(Place.startOf("a"), Severity.WARNING, "r", "m", "");
        assertThat(new OutputFormat.Text(true).render(List.of(plain)))
                .isEqualTo("\u001b[1ma:1:1\u001b[0m: \u001b[33mwarning\u001b[0m: m\n");
    }

    @Test
    void gitHubEscapesTheSeparatorsOfProperties() {
        assertThat(OutputFormat.GITHUB.render(List.of(DIAGNOSTIC)))
                .isEqualTo("::error file=dir/a%2Cb%3Ac.yaml,line=12,col=5,title=some-rule::"
                        + "Tool shop/list-orders spec.inputs[0].type: 100%25 wrong%0Afix: do%0Athis\n");
    }

    @Test
    void anIssueOfGitLabStaysTheSameWhenItMovesAndDiffersFromItsTwin() {
        var moved = new Diagnostic(
                new Place("dir/a,b:c.yaml", 99, 1),
                DIAGNOSTIC.severity(),
                DIAGNOSTIC.subject(),
                DIAGNOSTIC.path(),
                DIAGNOSTIC.rule(),
                DIAGNOSTIC.message(),
                DIAGNOSTIC.remedy());
        assertThat(fingerprints(List.of(moved))).isNotEmpty().isEqualTo(fingerprints(List.of(DIAGNOSTIC)));
        assertThat(fingerprints(List.of(DIAGNOSTIC, moved))).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void theOrderDependsOnNothingButTheFindings() {
        var early = Diagnostic.ofFile(new Place("a", 2, 1), Severity.ERROR, "r", "x", "");
        var late = Diagnostic.ofFile(new Place("a", 10, 1), Severity.ERROR, "r", "a", "");
        var other = Diagnostic.ofFile(new Place("b", 1, 1), Severity.ERROR, "r", "a", "");
        assertThat(List.of(other, late, early).stream().sorted(Diagnostic.ORDER))
                .containsExactly(early, late, other);
    }

    private static List<String> fingerprints(List<Diagnostic> diagnostics) {
        return OutputFormat.GITLAB
                .render(diagnostics)
                .lines()
                .filter(line -> line.contains("\"fingerprint\""))
                .toList();
    }
}
