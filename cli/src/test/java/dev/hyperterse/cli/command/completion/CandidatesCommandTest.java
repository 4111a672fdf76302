package dev.hyperterse.cli.command.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.command.CommandTree;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a word of a command line may be. */
class CandidatesCommandTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        // It is not compiled: the statement is wrong, and the adapter is missing.
        Files.writeString(folder.resolve("shop.yaml"), """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop, namespace: sales}
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: list-orders}
                spec:
                  inputs:
                    - {name: status, type: string, enum: [open, paid]}
                    - {name: late, type: boolean}
                    - {name: caller, type: string, source: {claim: sub}}
                  statement: {text: {inline: "SELECT {{"}}
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: other}
                spec: {name: List_Items, inputSchema: {properties: {limit: {}}}}
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: Prompt
                metadata: {name: greet}
                """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "call @ _ | List_Items list-orders",
                "describe @ l | list-orders",
                "call --json {} @ l | list-orders",
                "call @ list-orders _ | late= status=",
                "call @ list-orders st | status=",
                "call @ list-orders status=o | status=open",
                "call @ list-orders late= | late=false late=true",
                "call @ list-orders status= -o y | yaml",
                "call @ List_Items _ | limit=",
                "call @ none _ | ''",
                "prompt @ _ | greet",
                "read @ _ | ''",
                "call s | server/ :directories",
                "watch s | server/",
                "watch http://localhost:1 --output j | json",
                "call _ | :directories",
                "dev _ | :directories",
                "dev @ --server s | sales/shop shop",
                "completion _ | bash fish zsh",
                "explain t | tool",
                "explain tool.spec.statem | tool.spec.statement",
                "explain tool.nothing.x | ''",
                "status to | tool/",
                "connect cl | claude-code claude-desktop",
                "playground _ | ''",
                "nothing _ | ''",
                "validate --platform _ | :files",
                "call http://localhost:1/mcp _ | ''",
                "call /nowhere _ | ''",
            })
    void wordsOfAPlace(String line, String expected) {
        var words = Stream.of(line.split(" "))
                .map(word -> word.equals("_") ? "" : word.replace("@", folder.toString()))
                .toArray(String[]::new);
        assertThat(run(words)).isEqualTo(expected);
    }

    @Test
    void aBrokenDirectoryAndAClusterThatIsNotThereSayNothing() throws IOException {
        Files.writeString(folder.resolve("shop.yaml"), "kind: [");
        assertThat(run("call", folder.toString(), "")).isEmpty();
        assertThat(run("call", "--kubeconfig", folder.resolve("none").toString(), "server/"))
                .isEmpty();
    }

    /** @return what is printed, in one line */
    private String run(String... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var terminal = new Terminal(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                Map.of());
        var line =
                Stream.concat(Stream.of("__complete", "--"), Stream.of(words)).toArray(String[]::new);
        // A machine that is busy takes longer than a person waits.
        var patient = new CandidatesCommand(terminal, Duration.ofMinutes(1));
        assertThat(patient.run(CommandTree.of(terminal).parse(line).subcommand()))
                .as(List.of(words).toString())
                .isEqualTo(ExitCode.OK);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        return String.join(" ", out.toString(StandardCharsets.UTF_8).lines().toList());
    }
}
