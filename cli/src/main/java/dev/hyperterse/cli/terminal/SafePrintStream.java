package dev.hyperterse.cli.terminal;

import dev.hyperterse.telemetry.logging.TerminalText;
import java.io.PrintStream;

/** Makes all text that is printed safe for a terminal. Bytes pass as they are: they are a protocol, not text. */
final class SafePrintStream extends PrintStream {
    SafePrintStream(PrintStream target) {
        super(target, true, target.charset());
    }

    /** Every other way to print a text ends here, as the subclass of a {@link PrintStream} may rely on. */
    @Override
    public void print(String text) {
        super.print(TerminalText.of(String.valueOf(text)));
    }

    @Override
    public void print(char[] text) {
        print(new String(text));
    }
}
