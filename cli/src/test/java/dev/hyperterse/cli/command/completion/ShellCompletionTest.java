package dev.hyperterse.cli.command.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.command.CommandTree;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.testbed.Requirement;
import dev.hyperterse.testbed.TestbedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts in the shells themselves. The program that they ask is a stand-in: names are what a server may call its tools. */
@Timeout(60)
class ShellCompletionTest {
    private static final String ODD = "$(touch pwned)";

    @TempDir
    private Path folder;

    @BeforeEach
    void standIn() throws IOException {
        var program = folder.resolve("hyperterse");
        Files.writeString(program, """
                #!/bin/sh
                printf '%s|' "$@" >>asked
                case "$*" in
                    *' server/') echo server/shop ;;
                    *' shop odd') echo 'odd $(touch pwned)'; echo "odd'\\"x;y" ;;
                    *' li') echo list-orders; echo list-items ;;
                    *' status=') echo status=open ;;
                    *' http://localhost:8080/') echo http://localhost:8080/mcp ;;
                    *' di') echo :directories ;;
                    *) echo status=; echo total= ;;
                esac
                """);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Files.createDirectories(folder.resolve("dir one"));
        Files.writeString(folder.resolve("dim"), "a file");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '_',
            value = {
                "hyperterse va | validate",
                "hyperterse call --js | --json",
                "hyperterse call shop li | list-orders list-items",
                "hyperterse call shop list-orders st | status= total=",
                // Only what stands behind the equals sign or the colon is replaced.
                "hyperterse call shop list-orders status= | open",
                "hyperterse call http://localhost:8080/ | 8080/mcp",
                "cd x; hyperterse call shop li | list-orders list-items",
                "hyperterse list shop && hyperterse call shop li | list-orders list-items",
                "hyperterse list shop|hyperterse call shop li | list-orders list-items",
                // Its words are not those between blanks.
                "hyperterse call 'my shop' li | __",
                "hyperterse call \"shop li | __",
                "hyperterse call my\\ shop li | __",
                "hyperterse call di | dir one",
            })
    void bash(String line, String expected) throws IOException, InterruptedException {
        assertThat(inBash(line)).isEqualTo(expected);
    }

    @Test
    void bashQuotesNames() throws IOException, InterruptedException {
        var words =
                inBash("hyperterse call shop odd").replace("odd\\", "\nodd\\").strip();
        for (var word : words.split("\n")) {
            shell("bash", "-c", "printf '%s\\n' " + word.strip() + " >>words");
        }
        assertThat(Files.readString(folder.resolve("words"))).contains("odd " + ODD + "\n", "odd'\"x;y\n");
        assertThat(folder.resolve("pwned")).doesNotExist();
    }

    @Test
    void bashExpandsNothingOfTheLine() throws IOException, InterruptedException {
        inBash("hyperterse call $(touch pwned) `touch pwned` li");
        assertThat(folder.resolve("pwned")).doesNotExist();
        assertThat(Files.readString(folder.resolve("asked"))).contains("$(touch|pwned)|");
    }

    private String inBash(String line) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("script"), script("bash"));
        return shell(
                "bash",
                "-c",
                "compopt() { :; }; . ./script; COMP_LINE=$1 COMP_POINT=${#1}; _hyperterse hyperterse; echo \"${COMPREPLY[*]}\"",
                "bash",
                line);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hyperterse va | validate",
                "hyperterse call --js | --json",
                "hyperterse call shop li | list-items list-orders",
                "hyperterse call shop list-orders status= | status=open",
                "hyperterse call shop odd | odd $(touch pwned) odd'\"x;y",
            })
    void fish(String line, String expected) throws IOException, InterruptedException {
        requireShell("fish");
        Files.writeString(folder.resolve("script"), script("fish"));
        assertThat(shell("fish", "--no-config", "-c", "source script; complete -C $argv[1]", line)
                        .lines()
                        .map(candidate -> candidate.split("\t")[0])
                        .toList())
                .containsExactlyElementsOf(
                        line.endsWith("odd") ? List.of("odd " + ODD, "odd'\"x;y") : List.of(expected.split(" ")));
        assertThat(folder.resolve("pwned")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hyperterse call --js | --json",
                "hyperterse call shop li | list-orders list-items",
                "hyperterse call shop list-orders st | status= total=",
                "hyperterse call di | directories",
            })
    void zsh(String line, String expected) throws IOException, InterruptedException {
        requireShell("zsh");
        Files.writeString(folder.resolve("script"), script("zsh"));
        // The completion system itself needs a terminal; these stand for what it gives to a function.
        var found = shell("zsh", "-f", "-c", """
                compdef() { :; }
                _files() { print directories; }
                compadd() { shift ${@[(i)--]}; (( $# == 0 )) || print -rl -- "$@"; }
                source ./script
                words=(${(s: :)1})
                CURRENT=${#words}
                _hyperterse
                """, "zsh", line);
        assertThat(found.lines().toList()).containsAll(List.of(expected.split(" ")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void aShellReadsItsScript(String shell) throws IOException, InterruptedException {
        var script = script(shell);
        assertThat(script).contains("validate", "call").doesNotContain("@COMMANDS@", "@OPTIONS@", "@COMPLETIONS@");
        requireShell(shell);
        Files.writeString(folder.resolve("script"), script);
        assertThat(shell(shell, "-n", "script")).isEmpty();
    }

    private static void requireShell(String shell) {
        Requirement.fulfil(() -> Stream.of("/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/")
                .map(place -> Path.of(place + shell))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new TestbedException("there is no %s on this machine".formatted(shell))));
    }

    private static String script(String shell) {
        var out = new ByteArrayOutputStream();
        var terminal = new Terminal(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                false,
                Map.of());
        assertThat(CommandTree.of(terminal).execute("completion", shell)).isZero();
        return out.toString(StandardCharsets.UTF_8);
    }

    private String shell(String... command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("PATH", folder + ":" + System.getenv("PATH"));
        builder.environment().put("HOME", folder.toString());
        var process = builder.start();
        process.getOutputStream().close();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return text.strip();
    }
}
