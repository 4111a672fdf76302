package dev.hyperterse.cli.command.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.ask.Answers;
import dev.hyperterse.cli.client.Connection;
import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.client.ToolAnswer;
import dev.hyperterse.cli.command.CommandTree;
import dev.hyperterse.cli.command.tool.CallTarget;
import dev.hyperterse.cli.project.ServerChoice;
import dev.hyperterse.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;

/** A directory that {@code init} has written for a database of a test, and calls of its tools. */
final class GeneratedDirectory {
    private final Path path;
    private final Map<String, String> environment;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    GeneratedDirectory(Path path) {
        this.path = path;
        this.environment = Map.of("XDG_CACHE_HOME", path.resolveSibling("cache").toString());
    }

    /** Writes it, and checks that nothing is wrong with it, by its database too. @return the messages */
    String init(String... options) {
        assertThat(run(Stream.concat(Stream.of("init", path.toString()), Stream.of(options))
                        .toArray(String[]::new)))
                .as(messages())
                .isZero();
        var said = messages();
        assertThat(run("validate", path.toString(), "--connect")).as(messages()).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8) + messages())
                .contains("0 errors, 0 warnings")
                .doesNotContain("not looked at");
        return said;
    }

    int run(String... commandLine) {
        out.reset();
        err.reset();
        return CommandTree.of(terminal()).execute(commandLine);
    }

    String messages() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private Terminal terminal() {
        return new Terminal(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                environment);
    }

    String file(String name) throws IOException {
        return Files.readString(path.resolve(name));
    }

    /** A tool as its manifest says. */
    record Tool(String name, List<Map<?, ?>> inputs) {
        Stream<Map<?, ?>> required() {
            return inputs.stream()
                    .filter(input ->
                            !Boolean.TRUE.equals(input.get("optional")) && !"cursor".equals(input.get("type")));
        }
    }

    /** Of every file of a table, those without required inputs first. */
    List<List<Tool>> tools() throws IOException {
        try (var files = Files.list(path)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> !List.of("server.yaml", "explore.yaml", "kustomization.yaml")
                            .contains(file.getFileName().toString()))
                    .sorted()
                    .map(GeneratedDirectory::tools)
                    .toList();
        }
    }

    private static List<Tool> tools(Path file) {
        var tools = new ArrayList<Tool>();
        try {
            for (var document : new Load(LoadSettings.builder().build()).loadAllFromString(Files.readString(file))) {
                var tool = (Map<?, ?>) document;
                var spec = (Map<?, ?>) tool.get("spec");
                var inputs = new ArrayList<Map<?, ?>>();
                if (spec.get("inputs") instanceof List<?> listed) {
                    listed.forEach(input -> inputs.add((Map<?, ?>) input));
                }
                tools.add(new Tool((String) ((Map<?, ?>) tool.get("metadata")).get("name"), inputs));
            }
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
        return tools;
    }

    /** Opens it for calls. */
    Calls open() {
        return new Calls(
                new CallTarget.Directory(path, new ServerChoice(Optional.empty())).connect(terminal(), Answers.NONE));
    }

    record Calls(Connection connection) implements AutoCloseable {
        /** The rows of an answer that is no error. */
        List<JsonNode> rows(String tool, Map<String, Object> arguments) {
            return ExactJson.mapper()
                    .readTree(text(tool, arguments))
                    .valueStream()
                    .toList();
        }

        String text(String tool, Map<String, Object> arguments) {
            var answer = connection.inputSchema(tool).isPresent()
                    ? connection.call(tool, arguments)
                    : connection.call("execute", Map.of("tool", tool, "inputs", arguments));
            assertThat(answer)
                    .as(tool + arguments)
                    .isInstanceOfSatisfying(ToolAnswer.Result.class, result -> assertThat(result.isError())
                            .as(tool + arguments + result.text())
                            .isFalse());
            return ((ToolAnswer.Result) answer)
                    .json()
                    .path("content")
                    .path(0)
                    .path("text")
                    .asString("");
        }

        @Override
        public void close() {
            connection.close();
        }
    }

    /** Calls every tool of every table: as it is, with its keys, and with each filter by itself. @return the names */
    List<String> callEverything() throws IOException {
        var called = new ArrayList<String>();
        var known = new HashMap<String, Object>();
        try (var calls = open()) {
            var files = tools();
            var rows = new HashMap<String, List<JsonNode>>();
            for (var file : files) {
                for (var tool : file) {
                    if (tool.required().findAny().isEmpty()) {
                        var listed = calls.rows(tool.name(), Map.of());
                        assertThat(listed).as(tool.name()).isNotEmpty();
                        rows.put(tool.name(), listed);
                        listed.forEach(row -> row.properties().forEach(field -> {
                            if (!field.getValue().isNull()) {
                                known.putIfAbsent(field.getKey(), value(field.getValue()));
                            }
                        }));
                    }
                }
            }
            for (var file : files) {
                for (var tool : file) {
                    called.add(tool.name());
                    var own = file.stream()
                            .flatMap(other -> rows.getOrDefault(other.name(), List.of()).stream())
                            .toList();
                    var required = new LinkedHashMap<String, Object>();
                    tool.required()
                            .forEach(input -> required.put((String) input.get("name"), argument(input, own, known)));
                    var found = calls.rows(tool.name(), required);
                    if (tool.name().startsWith("get-")) {
                        assertThat(found).as(tool.name() + required).hasSize(1);
                    }
                    for (var input : tool.inputs()) {
                        if (Boolean.TRUE.equals(input.get("optional"))) {
                            var value = argument(input, own, known);
                            var filtered = calls.rows(tool.name(), Map.of((String) input.get("name"), value));
                            if (!input.containsKey("enum") && !isUpperBound(input) && isKnown(input, own)) {
                                assertThat(filtered)
                                        .as(tool.name() + " " + input + value)
                                        .isNotEmpty();
                            }
                        }
                    }
                }
            }
        }
        return called;
    }

    private static Object argument(Map<?, ?> input, List<JsonNode> own, Map<String, Object> known) {
        if (input.get("enum") instanceof List<?> choices) {
            return choices.getFirst();
        }
        var name = column(input);
        var text = "string".equals(input.get("type")) || "datetime".equals(input.get("type"));
        var value = own.stream()
                .map(row -> row.path(name))
                .filter(node -> !node.isMissingNode() && !node.isNull())
                .findFirst()
                .map(GeneratedDirectory::value)
                .or(() -> Optional.ofNullable(known.get(name)))
                .orElse(text ? "2022-01-01" : 1);
        return text ? value.toString() : value;
    }

    /** What begins before the only row finds nothing. */
    private static boolean isUpperBound(Map<?, ?> input) {
        return ((String) input.get("name")).endsWith("_before");
    }

    private static boolean isKnown(Map<?, ?> input, List<JsonNode> rows) {
        return rows.stream().anyMatch(row -> row.hasNonNull(column(input)));
    }

    private static String column(Map<?, ?> input) {
        return ((String) input.get("name")).replaceFirst("^(min|max)_|_(from|before)$", "");
    }

    private static Object value(JsonNode node) {
        return switch (node.getNodeType()) {
            case NUMBER -> node.isIntegralNumber() ? (Object) node.longValue() : node.decimalValue();
            case BOOLEAN -> node.booleanValue();
            default -> node.isString() ? node.stringValue() : node.toString();
        };
    }
}
