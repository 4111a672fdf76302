package dev.hyperterse.cli.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.snapshot.Snapshot;
import dev.hyperterse.cli.snapshot.SnapshotReader;
import dev.hyperterse.compiler.CatalogCompiler;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@code validate} says of a directory, beside what the conditions of a cluster are made of. */
class SameWordsTest {
    private static final Path UNCOMPILABLE =
            Path.of("src/test/resources/dev/hyperterse/cli/validation/golden/uncompilable");

    @Test
    void validateAndConditionsHaveTheSameMessages() {
        var snapshot = new SnapshotReader(UNCOMPILABLE).read();
        var conditions = problems(snapshot).stream()
                // It refers to the status of the server, which a directory has not.
                .filter(problem -> problem.reason() != Reason.AdapterFaulty)
                .map(Problem::describe)
                .toList();

        var said = Validation.of(snapshot).diagnostics().stream()
                .map(it -> it.path() + ": " + it.message() + "; " + ofCluster(it.remedy()) + " [" + it.rule() + "]")
                .toList();

        assertThat(conditions).hasSizeGreaterThan(3).allSatisfy(condition -> assertThat(said)
                .contains(withoutPosition(condition)));
    }

    private static List<Problem> problems(Snapshot snapshot) {
        return snapshot.objects().servers().stream()
                .map(server -> new CatalogCompiler().compile(snapshot.objects().inputs(server)))
                .flatMap(compiled -> Stream.concat(
                        compiled.problems().stream(),
                        compiled.results().values().stream().flatMap(result -> result.problems().stream())))
                .toList();
    }

    /** Without what concerns the author's machine and directory alone. */
    private static String ofCluster(String remedy) {
        return remedy.replaceFirst("; (for this machine write|it has|did you mean|it is in this directory:) .*", "");
    }

    /** A place in the text of a field is the place in the file here. */
    private static String withoutPosition(String condition) {
        return condition.replaceFirst("^([^ ]+) (line )?\\d+[^ ]*(, column \\d+)?: ", "$1: ");
    }
}
