package dev.hyperterse.cli;

import dev.hyperterse.cli.command.CommandTree;
import dev.hyperterse.cli.terminal.Terminal;

/** The program {@code hyperterse}. */
public final class Hyperterse {
    private Hyperterse() {}

    public static void main(String[] arguments) {
        System.exit(CommandTree.of(Terminal.ofThisProcess()).execute(arguments));
    }
}
