package dev.hyperterse.cli.slips;

import static dev.hyperterse.cli.slips.Slip.INPUT;
import static dev.hyperterse.cli.slips.Slip.STATEMENT;
import static dev.hyperterse.cli.slips.Slip.document;
import static dev.hyperterse.cli.slips.Slip.in;
import static dev.hyperterse.cli.slips.Slip.inTool;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Slips that are accepted, and are hardly meant. */
class SilentSlipsTest {
    private static final String REFS = "serverRefs: [{name: acme}]\n";

    @TempDir
    private Path folder;

    static Stream<Slip> silent() {
        return Stream.of(
                in(
                        document("Tool", "x", REFS + STATEMENT + INPUT),
                        "spec",
                        "has no description, by which models choose tools",
                        "write description"),
                inTool(
                        STATEMENT + "inputs: [{name: q, type: string}, §{name: limit, type: int}]",
                        "spec.inputs[1]",
                        "no statement uses the input 'limit'",
                        "write {{ inputs.limit }}"),
                inTool(
                        "statement: {adapter: db, text: {inline: §\"SELECT '%${inputs.q}%'\"}}\n" + INPUT,
                        "spec.statement.text.inline",
                        "'${inputs.q}' is a text of the statement",
                        "write {{ inputs.q }}, without quotes"),
                inTool(
                        STATEMENT + "inputs: [{name: q, type: string, §source: {claim: sub}}]",
                        "spec.inputs[0].source",
                        "callers of HyperterseServer default/acme have no claims",
                        "give the server a plugin"),
                inTool(
                        STATEMENT + "inputs: [{name: q, type: string, default: §null}]",
                        "spec.inputs[0].default",
                        "null is no default",
                        "write optional: true"),
                in(
                        document("Tool", "x", "serverRefs: [{name: §acmee}]\ndescription: a\n" + STATEMENT + INPUT),
                        "spec.serverRefs[0].name",
                        "HyperterseServer default/acmee is not in this directory",
                        "did you mean default/acme?"),
                in(
                        document("Tool", "x", "serverRefs: [{name: §warehouse}]\ndescription: a\n" + STATEMENT + INPUT),
                        "spec.serverRefs[0].name",
                        "HyperterseServer default/warehouse is not in this directory",
                        "name one that is there (default/acme), or write it"),
                in(
                        document("HyperterseServer", "x", "exposure: Direct"),
                        "spec.auth.mode",
                        "any client that reaches the endpoint may call",
                        "set it to Anonymous if that is intended"));
    }

    @ParameterizedTest
    @MethodSource("silent")
    void silentMistakeIsAWarningAndStrictFails(Slip slip) throws IOException {
        var directory = new SlipDirectory(folder);
        assertThat(directory.validate(slip)).as(directory.text()).isZero();
        directory.assertSaid(slip, "warning");
        assertThat(directory.run("validate", folder.toString(), "--strict")).isEqualTo(1);
    }

    @Test
    void directoryWithoutMistakesIsStrictlyValid() throws IOException {
        var directory = new SlipDirectory(folder);
        assertThat(directory.validate(inTool("title: Find x\n" + STATEMENT + INPUT, "", "", "")))
                .isZero();
        assertThat(directory.run("validate", folder.toString(), "--strict"))
                .as(directory.text())
                .isZero();
    }

    /** Ten tools of one file, validated without their server, are one warning. */
    @Test
    void oneMissingServerIsOneWarning() throws IOException {
        var tools = new StringBuilder();
        for (var number = 0; number < 10; number++) {
            tools.append(document("Tool", "t" + number, REFS + "description: Finds x.\n" + STATEMENT + INPUT))
                    .append("\n---\n");
        }
        var directory = new SlipDirectory(folder);
        assertThat(directory.validate(new Slip(Map.of("a.yaml", tools.toString()), "", "", "")))
                .isZero();
        assertThat(directory.text())
                .contains("fix: validate a directory that has both, or compare with a cluster by --against-cluster");
        assertThat(directory.text().lines().filter(line -> line.contains("is not in this directory")))
                .singleElement()
                .asString()
                .endsWith("; 9 more name it");
    }
}
