package dev.hyperterse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.ask.Answers;
import dev.hyperterse.cli.client.Connection;
import dev.hyperterse.cli.client.ToolAnswer;
import dev.hyperterse.cli.command.tool.CallTarget;
import dev.hyperterse.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** Short queries derived from the names of the examples' tools, asked as an agent asks. */
class ExampleSearchTest {
    private static final Path EXAMPLES = Path.of("..", "examples");

    /** Without "proxy", of which a caller without an identity sees no tool, and "chatgpt", whose search finds pages. */
    static Stream<Path> examples() throws IOException {
        try (var directories = Files.list(EXAMPLES)) {
            return directories
                    .filter(Files::isDirectory)
                    .filter(it -> !it.endsWith("proxy") && !it.endsWith("chatgpt"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aToolIsFoundByItsNameAndByEachWayToMisspellIt(Path example) {
        try (var connection = CallTarget.of(example.toString(), Optional.empty(), Map.of())
                .connect(
                        new Terminal(new ByteArrayInputStream(new byte[0]), silent(), silent(), false, Map.of()),
                        Answers.NONE)) {
            var names = hits(connection, "customers orders products sales tables");
            assertThat(names).hasSizeGreaterThan(1);
            for (var name : names) {
                assertThat(hits(connection, name)).as(name).startsWith(name);
                for (var query : shortQueries(name)) {
                    assertThat(hits(connection, query).stream().limit(5))
                            .as(query)
                            .contains(name);
                }
            }
            assertThat(hits(connection, "zzzz")).isEmpty();
            assertThat(hits(connection, "what is the")).isEmpty();
        }
    }

    /** The name in other notations, each half-typed, with a letter lost and with two letters swapped. */
    private static List<String> shortQueries(String name) {
        var words = name.split("-");
        var queries = new ArrayList<String>();
        queries.add(String.join(" ", words));
        queries.add(String.join("_", words));
        queries.add(camelCase(words));
        var last = words[words.length - 1];
        var before = String.join(" ", List.of(words).subList(0, words.length - 1));
        if (last.length() >= 5) {
            var middle = last.length() / 2;
            queries.add(before + " " + last.substring(0, middle + 1));
            queries.add(before + " " + last.substring(0, middle) + last.substring(middle + 1));
            queries.add(before + " " + last.substring(0, middle) + last.charAt(middle + 1) + last.charAt(middle)
                    + last.substring(middle + 2));
        }
        return queries;
    }

    private static String camelCase(String[] words) {
        var camel = new StringBuilder(words[0]);
        for (var word : List.of(words).subList(1, words.length)) {
            camel.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
        }
        return camel.toString();
    }

    private static List<String> hits(Connection connection, String query) {
        var answer = connection.call("search", Map.of("query", query));
        assertThat(answer).isInstanceOf(ToolAnswer.Result.class);
        var names = new ArrayList<String>();
        JsonMapper.shared()
                .readTree(((ToolAnswer.Result) answer).text())
                .forEach(hit -> names.add(hit.path("name").asString("")));
        return names;
    }

    private static PrintStream silent() {
        return new PrintStream(new ByteArrayOutputStream());
    }
}
