package dev.hyperterse.cli.terminal;

import dev.hyperterse.telemetry.logging.TerminalText;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The streams of the process that a command may use.
 *
 * @param out results, and nothing but results: may be a pipe
 * @param err messages for people
 * @param interactive whether a person sees the output
 */
public record Terminal(
        InputStream in, PrintStream out, PrintStream err, boolean interactive, Map<String, String> environment) {
    private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9._/:=,@%+-]+");

    public Terminal {
        out = new SafePrintStream(out);
        err = new SafePrintStream(err);
    }

    /** The command that started the program, as its user types it in a shell. */
    public String program() {
        return programWords().stream().map(Terminal::inShell).collect(Collectors.joining(" "));
    }

    /** The launcher passes on a path or a name, and a package what runs it, as {@code npx NAME}. */
    public List<String> programWords() {
        var program = environment.getOrDefault("HYPERTERSE_PROGRAM", "hyperterse");
        return program.contains("/") ? List.of(program) : List.of(program.split(" "));
    }

    /** A word of a command that can be copied into a shell. */
    public static String inShell(String text) {
        return PLAIN_WORD.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    public static Terminal ofThisProcess() {
        return new Terminal(System.in, System.out, System.err, isTerminal(), System.getenv());
    }

    /** JSON that means the same to a program, and nothing to the terminal. */
    public void printJson(String json) {
        out.println(TerminalText.json(json));
    }

    private static boolean isTerminal() {
        var console = System.console();
        return console != null && console.isTerminal();
    }
}
