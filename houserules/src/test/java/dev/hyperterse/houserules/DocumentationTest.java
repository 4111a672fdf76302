package dev.hyperterse.houserules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.operator.metrics.OperatorMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages lead somewhere, and those of metrics, events and variables name all of them. */
class DocumentationTest {
    private static final Path TELEMETRY = SourceTree.ROOT.resolve("docs/reference/telemetry.md");
    private static final Path ENVIRONMENT = SourceTree.ROOT.resolve("docs/reference/environment.md");
    private static final long MOST_BYTES_OF_A_PICTURE = 120 << 10;

    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s#]*)(?:#([^)\\s]+))?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Pattern NOT_IN_AN_ANCHOR = Pattern.compile("[^\\w\\- ]", Pattern.UNICODE_CHARACTER_CLASS);

    private static final Pattern LENGTH = Pattern.compile("]\\(([^)#\\s]+)\\) \\(([\\d,]+) words\\)");

    private static final Pattern EVENT = Pattern.compile("addKeyValue\\(\"event\", \"(\\w+)\"\\)");
    private static final Pattern BEGIN_OF_PROBLEMS = Pattern.compile("new Problems\\(LOG, \"(\\w+)\"");
    private static final Pattern END_OF_PROBLEMS = Pattern.compile("new Problems\\(LOG, \"\\w+\", \"(\\w+)\"");
    private static final Pattern ROW_OF_EVENTS = Pattern.compile("(?m)^\\| (?:INFO|WARN|ERROR|DEBUG)\\b.*$");
    private static final Pattern IN_CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern LINE_WITHOUT_EVENT =
            Pattern.compile("\\bLOG\\s*\\.((?!at\\w+\\(\\)\\s*\\.addKeyValue\\(\"event\")\\w+)");
    private static final Pattern VARIABLE = Pattern.compile("\"(HYPERTERSE_\\w+)\"");
    private static final Pattern SERIES = Pattern.compile("\"((?:hyperterse|process|jvm)_\\w+)\"");
    private static final Pattern EXPOSED = Pattern.compile("(?m)^# HELP (\\w+)");
    private static final Pattern NAMED_SERIES = Pattern.compile("\\b(hyperterse_\\w+?)(?:_bucket)?\\b");

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        var broken = new ArrayList<String>();
        for (var page : pages()) {
            broken.addAll(broken(page, Files.readString(page)));
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void aLinkToNowhereWouldBeFound() throws IOException {
        var text =
                "# A `b`\n[1](docs/nowhere.md) [2](#c) [3](#a-b) [4](docs/cli.md#nothing) [5](docs) [6](docs/cli.md#dev)";
        assertThat(broken(SourceTree.ROOT.resolve("README.md"), text))
                .containsExactly(
                        "README.md: docs/nowhere.md", "README.md: README.md#c", "README.md: docs/cli.md#nothing");
    }

    /** A reader decides by it what to read now. */
    @Test
    void aPageIsAsLongAsItsLinkSays() throws IOException {
        var home = SourceTree.ROOT.resolve("docs/README.md");
        var said = LENGTH.matcher(Files.readString(home)).results().toList();
        assertThat(said).hasSizeGreaterThan(5).allSatisfy(link -> {
            var words =
                    Files.readString(home.resolveSibling(link.group(1))).strip().split("\\s+").length;
            assertThat(Integer.parseInt(link.group(2).replace(",", "")))
                    .as("%s has %s words", link.group(1), words)
                    .isBetween(words * 9 / 10, words * 11 / 10);
        });
    }

    /** The site shows readers in the dark the one whose name ends with {@code -dark}. */
    @Test
    void eachPictureIsSmallAndThereInBothSchemes() throws IOException {
        try (Stream<Path> files = Files.list(SourceTree.ROOT.resolve("docs/pictures"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".png")))
                    .hasSizeGreaterThanOrEqualTo(8)
                    .allSatisfy(picture -> {
                        assertThat(Files.size(picture)).isLessThanOrEqualTo(MOST_BYTES_OF_A_PICTURE);
                        var name = picture.getFileName().toString();
                        var other = name.endsWith("-dark.png")
                                ? name.replace("-dark.png", ".png")
                                : name.replace(".png", "-dark.png");
                        assertThat(picture.resolveSibling(other)).exists();
                    });
        }
    }

    @Test
    void everySeriesIsOnThePageAndNoOther() throws IOException {
        var operator = new OperatorMetrics();
        operator.watches(Map::of);
        operator.outdatedDefinitions(Map::of);
        var series = found(EXPOSED, operator.registry().exposition());
        series.addAll(literals(SERIES, "calls", "engines", "http", "runtime", "scripts", "telemetry"));
        var page = Files.readString(TELEMETRY);
        assertThat(series)
                .hasSizeGreaterThan(30)
                .filteredOn(name -> !page.contains(name))
                .isEmpty();
        assertThat(series).containsAll(found(NAMED_SERIES, page));
    }

    @Test
    void everyEventOfALogIsOnThePageAndNoOther() throws IOException {
        var events =
                literals(EVENT, "compiler", "calls", "engines", "http", "operator", "runtime", "scripts", "telemetry");
        events.addAll(literals(BEGIN_OF_PROBLEMS, "calls", "engines", "runtime", "scripts"));
        events.addAll(literals(END_OF_PROBLEMS, "calls", "engines", "runtime", "scripts"));
        assertNamedOnThePage(TELEMETRY, events, 40);

        var told = ROW_OF_EVENTS
                .matcher(Files.readString(TELEMETRY))
                .results()
                .flatMap(row -> found(IN_CODE, row.group()).stream());
        assertThat(events).containsAll(told.toList());
    }

    @Test
    void everyLineOfALogHasAnEvent() throws IOException {
        assertThat(literals(
                        LINE_WITHOUT_EVENT, "compiler", "calls", "engines", "http", "operator", "runtime", "scripts"))
                .isEmpty();
        assertThat(found(LINE_WITHOUT_EVENT, "LOG.warn(\"x\"); LOG.atWarn().log(\"x\")"))
                .hasSize(2);
    }

    @Test
    void everyVariableOfTheEnvironmentIsOnThePage() throws IOException {
        assertNamedOnThePage(
                ENVIRONMENT, literals(VARIABLE, "compiler", "calls", "engines", "operator", "runtime", "scripts"), 10);
    }

    /** {@code atLeast} names: a pattern that matches nothing would find nothing wrong. */
    private static void assertNamedOnThePage(Path file, Set<String> names, int atLeast) throws IOException {
        var page = Files.readString(file);
        assertThat(names)
                .hasSizeGreaterThanOrEqualTo(atLeast)
                .filteredOn(name -> !page.contains("`" + name + "`"))
                .isEmpty();
    }

    private static List<Path> pages() throws IOException {
        var pages = new ArrayList<Path>();
        try (Stream<Path> files = Files.list(SourceTree.ROOT)) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        try (Stream<Path> modules = Files.list(SourceTree.ROOT)) {
            modules.map(module -> module.resolve("DESIGN.md"))
                    .filter(Files::exists)
                    .forEach(pages::add);
        }
        for (var folder : List.of("docs", "examples")) {
            try (Stream<Path> files = Files.walk(SourceTree.ROOT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        return pages;
    }

    private static List<String> broken(Path page, String text) throws IOException {
        var broken = new ArrayList<String>();
        for (var link : LINK.matcher(text).results().toList()) {
            if (link.group(1).contains("://")) {
                continue;
            }
            var target = link.group(1).isEmpty()
                    ? page
                    : page.resolveSibling(link.group(1)).normalize();
            if (!Files.exists(target)) {
                broken.add(SourceTree.display(page) + ": " + SourceTree.display(target));
            } else if (link.group(2) != null
                    && !anchors(target.equals(page) ? text : Files.readString(target))
                            .contains(link.group(2))) {
                broken.add(SourceTree.display(page) + ": " + SourceTree.display(target) + "#" + link.group(2));
            }
        }
        return broken;
    }

    /** As the usual renderers of Markdown make them of headings. */
    private static Set<String> anchors(String text) {
        var anchors = new TreeSet<String>();
        found(HEADING, text)
                .forEach(heading -> anchors.add(NOT_IN_AN_ANCHOR
                        .matcher(heading.strip().toLowerCase(Locale.ROOT))
                        .replaceAll("")
                        .replace(' ', '-')));
        return anchors;
    }

    private static Set<String> literals(Pattern pattern, String... modules) throws IOException {
        var literals = new TreeSet<String>();
        for (var file : SourceTree.javaFiles()) {
            if (Stream.of(modules).anyMatch(module -> SourceTree.display(file).startsWith(module + "/src/main/"))) {
                literals.addAll(found(pattern, Files.readString(file)));
            }
        }
        return literals;
    }

    private static Set<String> found(Pattern pattern, String text) {
        var found = new TreeSet<String>();
        pattern.matcher(text).results().forEach(match -> found.add(match.group(1)));
        return found;
    }
}
