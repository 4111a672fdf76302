package dev.hyperterse.compiler.command;

import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.statement.Command;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.statement.StatementProblems;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.ReadableText;
import java.util.List;
import java.util.Optional;

/**
 * Compiles a command with placeholders to its words, or reports problems. In an accepted statement no value can change which
 * command runs, nor how many arguments it has, but for a list that the author spreads.
 */
public final class CommandCompiler {
    private static final String TOO_LARGE = "keep what is constant in the database";

    /** Deterministic; takes time linear in the text. */
    public Checked<CompiledCommand> compile(CommandSource source) {
        var findings = new Findings();
        var command = ReadableText.check(source.text(), TOO_LARGE, findings)
                ? compile(source, CommandLexer.lex(source.text(), findings), findings)
                : Optional.<CompiledCommand>empty();
        return findings.isEmpty()
                ? Checked.sound(command.orElseThrow())
                : Checked.faulty(StatementProblems.of(findings.inOrderOfTheText(), source.path(), source.text()));
    }

    private static Optional<CompiledCommand> compile(CommandSource source, List<LexedWord> words, Findings findings) {
        if (words.isEmpty()) {
            if (findings.isEmpty()) {
                findings.add(CommandRule.EMPTY_COMMAND, 0, "the command is empty", "write one");
            }
            return Optional.empty();
        }
        var known = known(words, source.access(), findings);
        var bound = new WordBinder(source, findings).bind(words);
        return known.map(command -> new CompiledCommand(
                new Command(bound, command.readsStreams() ? keyOfStreams(words, findings) : command.key()),
                command.effect()));
    }

    /** The command that the first word names, or the first two. */
    private static Optional<KnownCommand> known(List<LexedWord> words, Adapter.Access access, Findings findings) {
        var first = words.getFirst().name();
        if (first.isEmpty()) {
            findings.add(
                    CommandRule.COMMAND_IS_LITERAL,
                    words.getFirst().start(),
                    "the name of the command holds a placeholder",
                    "write the name itself; a tool for each command");
            return Optional.empty();
        }
        var name = first.get();
        if (KnownCommands.isContainer(name)) {
            var second = words.size() > 1 ? words.get(1).name() : Optional.of("");
            if (second.isEmpty()) {
                findings.add(
                        CommandRule.COMMAND_IS_LITERAL,
                        words.get(1).start(),
                        "the subcommand of %s holds a placeholder".formatted(name),
                        "write the subcommand itself");
                return Optional.empty();
            }
            name = name + " " + second.get();
        }
        return allowed(name, words.getFirst().start(), access, findings);
    }

    private static Optional<KnownCommand> allowed(String name, int at, Adapter.Access access, Findings findings) {
        var known = KnownCommands.find(name);
        var refused = RefusedCommand.of(name);
        if (refused.isPresent()) {
            findings.add(
                    CommandRule.REFUSED_COMMAND,
                    at,
                    "%s is not allowed here: it %s"
                            .formatted(name, refused.get().why()),
                    refused.get().remedy());
        } else if (known.isEmpty()) {
            findings.add(
                    CommandRule.UNKNOWN_COMMAND,
                    at,
                    "unsupported command '%s'".formatted(name.strip()),
                    "docs/redis.md lists the supported commands");
        } else if (known.get().writes() && access == Adapter.Access.ReadOnly) {
            findings.add(
                    CommandRule.WRITE_ON_READ_ONLY,
                    at,
                    "%s writes, and the adapter is ReadOnly".formatted(name),
                    "use a command that reads, or an adapter with access: ReadWrite");
        }
        return known;
    }

    /**
     * The first key is behind {@code STREAMS}. What is before that must be fixed: a value there could be {@code BLOCK}, or
     * be taken for {@code STREAMS} itself.
     */
    private static Optional<Integer> keyOfStreams(List<LexedWord> words, Findings findings) {
        for (var index = 1; index < words.size(); index++) {
            var word = words.get(index);
            var name = word.name();
            if (name.isEmpty()) {
                findings.add(
                        CommandRule.OPTIONS_ARE_LITERAL,
                        word.start(),
                        "a placeholder before STREAMS",
                        "write options as literals; placeholders are for what follows STREAMS");
                return Optional.empty();
            }
            if (name.get().equals("BLOCK")) {
                findings.add(
                        CommandRule.BLOCKING_OPTION,
                        word.start(),
                        "BLOCK waits for others and holds its connection meanwhile",
                        "leave it out: the command then returns what is there");
                return Optional.empty();
            }
            if (name.get().equals("STREAMS")) {
                return Optional.of(index + 1);
            }
        }
        return Optional.empty();
    }
}
