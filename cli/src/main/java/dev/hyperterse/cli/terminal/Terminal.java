package dev.hyperterse.cli.terminal;

import dev.hyperterse.telemetry.logging.TerminalText;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The streams of the process that a command may use.
 *
 * @param out results, and nothing but results: may be a pipe
 * @param err messages for people
 * @param interactive whether a person sees the output
 */
public record Terminal(
        InputStream in, PrintStream out, PrintStream err, boolean interactive, Map<String, String> environment) {
    /** Two words, which the launcher makes of the name of its link. */
    private static final String KUBECTL_PLUGIN = "kubectl hyperterse";

    private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9._/:=,@%+-]+");

    public Terminal {
        out = new SafePrintStream(out);
        err = new SafePrintStream(err);
    }

    /** The command that started the program, as its user types it in a shell: the launcher passes it on. */
    public String program() {
        var name = environment.getOrDefault("HYPERTERSE_PROGRAM", "hyperterse");
        return name.equals(KUBECTL_PLUGIN) ? name : inShell(name);
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
