package dev.hyperterse.cli.command.tool;

import dev.hyperterse.cli.client.Connection;
import dev.hyperterse.cli.client.ToolAnswer;
import dev.hyperterse.cli.command.option.PrintFormat;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/** {@code hyperterse prompt}: the messages of a prompt, or which prompts there are. */
public record PromptCommand(Terminal terminal) implements Subcommand {
    @Override
    public CommandSpec spec() {
        return Inquiry.withOptions(
                Inquiry.spec(
                                this,
                                "prompt",
                                "Show the messages of a prompt, or list the prompts.",
                                "hyperterse prompt http://localhost:8080/mcp",
                                "hyperterse prompt http://localhost:8080/mcp greet name=Ada")
                        .addPositional(Specs.optional(1, "PROMPT", "name of the prompt; without it all are listed"))
                        .addPositional(Specs.arguments(2, "KEY=VALUE", "arguments of the prompt, all of them texts")),
                "text",
                "json",
                "yaml");
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        String name = arguments.matchedPositionalValue(1, "");
        Map<String, Object> inputs = inputs(arguments.matchedPositionalValue(2, List.<String>of()));
        return new Inquiry(terminal)
                .run(
                        arguments,
                        (connection, format) -> name.isEmpty()
                                ? list(connection, format)
                                : print(answer(connection, name, inputs), format));
    }

    private static ToolAnswer answer(Connection connection, String name, Map<String, Object> inputs) {
        var answer = connection.prompt(name, inputs);
        if (answer instanceof ToolAnswer.Refused refused && refused.message().contains("Unknown prompt")) {
            throw ListedNodes.unknown(
                    "prompt",
                    name,
                    connection.prompts().stream()
                            .map(prompt -> prompt.path("name").asString(""))
                            .toList());
        }
        return answer;
    }

    private static Map<String, Object> inputs(List<String> words) {
        var inputs = new LinkedHashMap<String, Object>();
        for (var word : words) {
            var equals = word.indexOf('=');
            if (equals < 1) {
                throw new CommandFailure(ExitCode.USAGE, "write arguments as key=value, not '" + word + "'");
            }
            inputs.put(word.substring(0, equals), word.substring(equals + 1));
        }
        return inputs;
    }

    private ExitCode list(Connection connection, PrintFormat format) {
        new ListedNodes(connection.prompts())
                .print(terminal, format, List.of("NAME", "ARGUMENTS", "DESCRIPTION"), PromptCommand::row);
        return ExitCode.OK;
    }

    private static List<String> row(JsonNode prompt) {
        return List.of(
                prompt.path("name").asString(""),
                prompt.path("arguments")
                        .valueStream()
                        .map(PromptCommand::argument)
                        .collect(Collectors.joining(" ")),
                prompt.path("description").asString(prompt.path("title").asString("")));
    }

    /** Optional ones in brackets, as those of tools. */
    private static String argument(JsonNode argument) {
        var name = argument.path("name").asString("");
        return argument.path("required").asBoolean(false) ? name : "[" + name + "]";
    }

    private ExitCode print(ToolAnswer answer, PrintFormat format) {
        return new ResultPrinter(terminal).print(answer, format, result -> result.path("messages")
                .valueStream()
                .map(message -> "%s: %s"
                        .formatted(
                                message.path("role").asString(""),
                                message.path("content")
                                        .path("text")
                                        .asString(message.path("content").toString())))
                .toList());
    }
}
