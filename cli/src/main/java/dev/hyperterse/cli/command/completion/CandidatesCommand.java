package dev.hyperterse.cli.command.completion;

import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code hyperterse __complete -- WORDS}: what the last word may be, a line for each, for the scripts of the shells. A
 * last line that begins with a colon says which files they add.
 */
public final class CandidatesCommand implements Subcommand {
    /** A person who presses a key waits no longer. */
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final Terminal terminal;
    private final Duration longest;

    public CandidatesCommand(Terminal terminal) {
        this(terminal, LONGEST);
    }

    CandidatesCommand(Terminal terminal, Duration longest) {
        this.terminal = terminal;
        this.longest = longest;
    }

    @Override
    public CommandSpec spec() {
        var spec = Specs.command(this, "__complete", "Print what a word may be.")
                .addPositional(Specs.arguments(0, "WORD", "words of a command line"));
        spec.usageMessage().hidden(true);
        return spec;
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        var words = arguments.matchedPositionalValue(0, List.<String>of());
        var program = arguments.commandSpec().root();
        var candidates = WordPlace.of(program, words).map(this::within).orElse(Candidates.NONE);
        candidates.words().stream()
                .filter(CandidatesCommand::isOneLine)
                .sorted()
                .distinct()
                .forEach(terminal.out()::println);
        switch (candidates.files()) {
            case NONE -> {}
            case DIRECTORIES -> terminal.out().println(":directories");
            case ALL -> terminal.out().println(":files");
        }
        return ExitCode.OK;
    }

    /** No failure has a place on the line that a person types. */
    private Candidates within(WordPlace place) {
        var answer = new CompletableFuture<Candidates>();
        Thread.ofPlatform().daemon().name("complete").start(() -> {
            try {
                answer.complete(new Names(place).all());
            } catch (RuntimeException failed) {
                answer.completeExceptionally(failed);
            }
        });
        try {
            return answer.get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException silent) {
            return Candidates.NONE;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Candidates.NONE;
        }
    }

    /** Names of other servers may hold anything; the colon begins what is no name. */
    private static boolean isOneLine(String word) {
        return !word.isEmpty() && !word.startsWith(":") && word.codePoints().noneMatch(Character::isISOControl);
    }
}
