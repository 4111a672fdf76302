package dev.hyperterse.cli.command.completion;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The place of the last word of a command line.
 *
 * @param command that it is an argument of
 * @param option whose value it is
 * @param arguments before it, without options
 * @param options before it, with their values, by their longest names
 * @param word as far as it is written
 */
record WordPlace(
        CommandSpec command,
        Optional<OptionSpec> option,
        List<String> arguments,
        Map<String, String> options,
        String word) {
    /** Empty where the words name no command. @param words behind the program, the last of which may be empty */
    static Optional<WordPlace> of(CommandSpec program, List<String> words) {
        if (words.size() < 2) {
            return Optional.empty();
        }
        return Optional.ofNullable(program.subcommands().get(words.getFirst()))
                .map(command -> of(command.getCommandSpec(), words.subList(1, words.size()), new HashMap<>()));
    }

    private static WordPlace of(CommandSpec command, List<String> words, Map<String, String> options) {
        var arguments = new ArrayList<String>();
        for (var index = 0; index < words.size() - 1; index++) {
            var word = words.get(index);
            var inner = command.subcommands().get(word);
            if (inner != null && arguments.isEmpty()) {
                return of(inner.getCommandSpec(), words.subList(index + 1, words.size()), options);
            }
            var option = Optional.ofNullable(command.findOption(word))
                    .filter(it -> it.arity().max() > 0);
            if (option.isEmpty()) {
                if (!word.startsWith("-")) {
                    arguments.add(word);
                }
                continue;
            }
            if (index + 2 == words.size()) {
                return new WordPlace(command, option, arguments, options, words.getLast());
            }
            index++;
            options.put(option.get().longestName(), words.get(index));
        }
        return new WordPlace(command, Optional.empty(), arguments, options, words.getLast());
    }

    /** The option or the argument that the word is a value of. */
    Optional<ArgSpec> spec() {
        return option.<ArgSpec>map(it -> it).or(() -> command.positionalParameters().stream()
                .filter(positional -> positional.index().contains(arguments.size()))
                .<ArgSpec>map((PositionalParamSpec it) -> it)
                .findFirst());
    }

    /** The argument at a position. */
    Optional<String> argument(int position) {
        return position < arguments.size() ? Optional.of(arguments.get(position)) : Optional.empty();
    }
}
