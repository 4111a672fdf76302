package dev.hyperterse.houserules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The decision records in force are few, and name only classes that exist. Former texts are in the folder
 * {@code history}, where they may name anything.
 */
class DecisionRecordsTest {
    private static final Path RECORDS = SourceTree.ROOT.resolve("docs/decisions");

    private static final int MOST_IN_FORCE = 70;

    /** A word in back-ticks with at least two capitals and a small letter behind the first: the form of our classes. */
    private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z0-9]+[A-Z][A-Za-z0-9]*)`");

    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|interface|enum|record) (\\w+)");

    /** Words of that form that are no classes of ours: values of the API, and types and settings of others. */
    private static final Set<String> FOREIGN = Set.of(
            // values, reasons and conditions of the API
            "CompilerFault",
            "ExecuteSql",
            "InvalidAuth",
            "LastGoodLessStrict",
            "NoLastGoodVersion",
            "OperatorForbidden",
            "ReadOnly",
            "ReadWrite",
            "ScaledToZero",
            "ScriptNotCompiled",
            "StatementUnverified",
            // an alert of the chart
            "HyperterseAnotherOperator",
            // types of Kubernetes, libraries, the JDK and the web
            "AbortSignal",
            "ItemStore",
            "LoadBalancer",
            "MetricData",
            "ReentrantLock",
            "WebClient",
            // options of the JVM
            "MaxRAMPercentage",
            "MinRAMPercentage");

    @Test
    void recordsInForceNameClassesThatExist() throws IOException {
        var known = declared();
        var named = new TreeSet<String>();
        var unknown = new ArrayList<String>();
        for (var record : inForce()) {
            var text = Files.readString(record);
            named.addAll(namedIn(text));
            unknown.addAll(unknownIn(SourceTree.display(record), text, known));
        }
        assertThat(unknown).isEmpty();
        assertThat(named).as("every foreign name is used").containsAll(FOREIGN);
        assertThat(FOREIGN).doesNotContainAnyElementsOf(known);
    }

    @Test
    void aClassThatIsGoneWouldBeFound() {
        var text = "`SourceTree` and `ReadOnly` are known, `Name`, `spec.someField` and `HTTP` have another form; "
                + "`TendedKeys` is gone, and so is `PodEvents`.";
        assertThat(unknownIn("0000.md", text, Set.of("SourceTree")))
                .containsExactly("0000.md: PodEvents", "0000.md: TendedKeys");
    }

    @Test
    void recordsInForceAreFewAndListedOnce() throws IOException {
        var index = Files.readString(RECORDS.resolve("README.md"));
        var names =
                inForce().stream().map(file -> file.getFileName().toString()).toList();
        assertThat(tooMany(names)).isEmpty();
        assertThat(names).hasSizeGreaterThan(30).allSatisfy(name -> assertThat(index.split(Pattern.quote(name), -1))
                .as(name)
                .hasSize(2));
    }

    @Test
    void aRecordTooManyWouldBeFound() {
        var names = Stream.iterate(1, number -> number + 1)
                .map("%04d-name.md"::formatted)
                .limit(MOST_IN_FORCE + 1)
                .toList();
        assertThat(tooMany(names)).containsExactly("0071-name.md");
        assertThat(tooMany(names.subList(0, MOST_IN_FORCE))).isEmpty();
    }

    private static List<String> tooMany(List<String> names) {
        return names.stream().skip(MOST_IN_FORCE).toList();
    }

    private static List<String> unknownIn(String record, String text, Set<String> known) {
        return namedIn(text).stream()
                .filter(name -> !known.contains(name) && !FOREIGN.contains(name))
                .map(name -> record + ": " + name)
                .toList();
    }

    private static Set<String> namedIn(String text) {
        return found(CLASS, text);
    }

    /** The types that sources of the repository declare, nested ones too. */
    private static Set<String> declared() throws IOException {
        var declared = new TreeSet<String>();
        for (var file : SourceTree.javaFiles()) {
            declared.addAll(found(DECLARED, Files.readString(file)));
        }
        return declared;
    }

    private static Set<String> found(Pattern pattern, String text) {
        var found = new TreeSet<String>();
        pattern.matcher(text).results().forEach(match -> found.add(match.group(1)));
        return found;
    }

    private static List<Path> inForce() throws IOException {
        try (Stream<Path> files = Files.list(RECORDS)) {
            return files.filter(file -> file.getFileName().toString().matches("\\d{4}-.*\\.md"))
                    .sorted()
                    .toList();
        }
    }
}
