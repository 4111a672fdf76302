package dev.hyperterse.cli.dev;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.cli.ask.Answers;
import dev.hyperterse.cli.client.RemoteConnection;
import dev.hyperterse.cli.client.Route;
import dev.hyperterse.cli.client.ToolAnswer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The guide has an example of everything that a script can use, and each answers what the guide says. */
@Timeout(180)
class ScriptMembersIT {
    private static final Path PAGE = Path.of("..", "docs", "reference", "script-members.md");
    private static final Path TYPES = Path.of("..", "docs", "hyperterse.d.ts");
    private static final Pattern YAML = Pattern.compile("(?ms)^```yaml\n(.*?)^```$");
    private static final Pattern EXAMPLE =
            Pattern.compile("(?ms)^### ([^\n]+)\n(?:(?!^##).)*?^```js\n(.*?)^```$\\s+^```json\n(.*?)\n```$");
    private static final Pattern NAME = Pattern.compile("`(?:ctx\\.)?(\\w+)");
    private static final Pattern GLOBAL = Pattern.compile("(?m)^  (?:const|function|class) (\\w+)");
    private static final Pattern MEMBER = Pattern.compile("(?m)^    (?:readonly )?(\\w+)[(:?<]");

    @TempDir
    private Path folder;

    /** @param names what its heading names */
    private record Example(List<String> names, String script, JsonNode answer) {
        String tool() {
            return names.getFirst().toLowerCase(Locale.ROOT);
        }

        String shown() {
            return answer.isString() ? answer.asString() : answer.toString();
        }
    }

    @Test
    void everyMemberAndGlobalHasAnExample() throws IOException {
        var types = Files.readString(TYPES);
        var context = types.substring(types.indexOf("interface ScriptContext {"));
        var there = new TreeSet<String>();
        GLOBAL.matcher(types).results().forEach(found -> there.add(found.group(1)));
        MEMBER.matcher(context.substring(0, context.indexOf("\n  }")))
                .results()
                .forEach(found -> there.add(found.group(1)));
        var shown = new TreeSet<String>();
        examples().forEach(example -> shown.addAll(example.names()));
        assertThat(shown).isEqualTo(there);
    }

    @ParameterizedTest
    @EnumSource
    void everyExampleAnswersWhatTheGuideSays(ScriptIsolation engine) throws IOException {
        var rates = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        rates.createContext("/v1/rates", exchange -> {
            var answer = "{\"rate\":0.95}".getBytes(UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        rates.start();
        var origin = "http://127.0.0.1:" + rates.getAddress().getPort();
        var blocks = YAML.matcher(Files.readString(PAGE))
                .results()
                .map(block -> block.group(1))
                .toList();
        var directory = Files.createDirectories(folder.resolve("workshop"));
        Files.writeString(
                directory.resolve("server.yaml"),
                blocks.getFirst()
                        .replace("https://api.example.com", origin)
                        .replace("  scripts:\n", "  scripts:\n    engine: " + engine + "\n"));
        for (var example : examples()) {
            Files.writeString(directory.resolve(example.tool() + ".yaml"), tool(blocks.get(1), example, origin));
        }
        try (var workshop = Quickstart.serve(directory, folder.resolve("cache"));
                var client = RemoteConnection.open(
                        new Route.Direct(workshop.url()), Map.of("X-Team", "Sales"), "1", new GuideAnswers())) {
            assertThat(workshop.told()).doesNotContain("error");
            var all = new SoftAssertions();
            var repeating = new RepeatingCaller(workshop.url(), Map.of("X-Team", "Sales"), ScriptMembersIT::answer);
            for (var example : examples()) {
                Map<String, Object> inputs = Map.of("product", "lamp", "pieces", 2);
                var called = Map.<String, Object>of("tool", example.tool(), "inputs", inputs);
                all.assertThat(text(client.call("execute", called)))
                        .as(example.names().toString())
                        .isEqualTo(example.shown());
                // What scripts keep for a session is nothing without one.
                if (!example.names().contains("session")) {
                    all.assertThat(repeating.execute(example.tool(), inputs))
                            .as("%s, with 2026-07-28", example.names())
                            .isEqualTo(example.shown());
                }
            }
            all.assertAll();
        } finally {
            rates.stop(0);
        }
    }

    private static List<Example> examples() throws IOException {
        var examples = new ArrayList<Example>();
        EXAMPLE.matcher(Files.readString(PAGE))
                .results()
                .forEach(found -> examples.add(new Example(
                        NAME.matcher(found.group(1))
                                .results()
                                .map(name -> name.group(1))
                                .toList(),
                        found.group(2),
                        JsonMapper.shared().readTree(found.group(3)))));
        return examples;
    }

    /** The tool of the page with that script in place of its own. */
    private static String tool(String page, Example example, String origin) {
        var script = page.indexOf("      inline: |\n") + "      inline: |\n".length();
        var whole = page.substring(0, script)
                + example.script()
                        .replace("https://api.example.com/v1/rates", origin + "/v1/rates")
                        .indent(8)
                + page.substring(page.indexOf("    queries:"));
        return whole.replace("{name: stock-report}", "{name: " + example.tool() + "}");
    }

    private static String text(ToolAnswer answer) {
        return switch (answer) {
            case ToolAnswer.Result result -> result.text();
            case ToolAnswer.Refused refused -> refused.message();
        };
    }

    /** The same as {@link GuideAnswers}, as messages of MCP. */
    private static String answer(JsonNode question) {
        return switch (question.get("method").asString()) {
            case "elicitation/create" -> "{\"action\":\"accept\",\"content\":{\"city\":\"Bern\"}}";
            case "sampling/createMessage" ->
                "{\"role\":\"assistant\",\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":\"It shines.\"}}";
            default -> "{\"roots\":[{\"uri\":\"file:///work\"}]}";
        };
    }

    private static final class GuideAnswers implements Answers {
        @Override
        public JsonNode fill(JsonNode form) {
            return JsonMapper.shared().readTree("{\"action\":\"accept\",\"content\":{\"city\":\"Bern\"}}");
        }

        @Override
        public Optional<String> reply(JsonNode request) {
            return Optional.of("It shines.");
        }

        @Override
        public boolean byPerson() {
            return false;
        }

        @Override
        public List<String> roots() {
            return List.of("file:///work");
        }
    }
}
