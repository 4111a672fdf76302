package dev.hyperterse.calls.binding;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.adapter.Binder;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.statement.Command;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Word;
import dev.hyperterse.catalog.values.ValueSet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Fills the words of a command with the values of a call: each value is one argument, whatever characters it has. */
public final class CommandBinder implements Binder<BoundCommand> {
    /** The operations of an engine that runs commands. */
    public static final OperationKind<BoundCommand> COMMANDS = (action, inputs, values) -> switch (action) {
        case Action.RunCommand(var adapter, var command, var text) ->
            Optional.of(new CommandBinder(command, inputs, values));
        case Action.RunSql _,
                Action.RunAdHocSql _,
                Action.RunDocument _,
                Action.RunRequest _,
                Action.OnServer _,
                Action.RunScript _,
                Action.Compose _ -> Optional.empty();
    };

    private static final int MOST_ITEMS = 1000;

    /** Bytes for the array of an argument and its entry in the list. */
    private static final long ARGUMENT = 64;

    private final List<Filled> words;
    private final Optional<Integer> key;

    /** A word with its sources found. */
    @FunctionalInterface
    private interface Filled {
        void into(List<byte[]> arguments, Object[] slots, Principal principal, Reservation memory);
    }

    private CommandBinder(Command command, List<Input> inputs, ValueSet values) {
        var sources = new ValueSource.Finder(inputs, values, UnaryOperator.identity());
        this.words = command.words().stream().map(word -> filled(word, sources)).toList();
        this.key = command.key();
    }

    @Override
    public BoundCommand bind(Object[] inputs, Principal principal, Reservation memory) {
        var arguments = new ArrayList<byte[]>(words.size());
        for (var word : words) {
            word.into(arguments, inputs, principal, memory);
        }
        return new BoundCommand(arguments, key, memory);
    }

    private static Filled filled(Word word, ValueSource.Finder sources) {
        return switch (word) {
            case Word.Fixed(var text) -> {
                var fixed = text.getBytes(StandardCharsets.UTF_8);
                yield (arguments, slots, principal, memory) -> arguments.add(fixed);
            }
            case Word.Bound(var value) -> {
                var reader = new ValueReader(value, ParameterType.TEXT, sources);
                var names = names(value.references());
                yield (arguments, slots, principal, memory) ->
                        arguments.add(bytes(reader.read(slots, principal, memory), names, memory));
            }
            case Word.Spread(var list) -> {
                var source = sources.of(list);
                var names = names(Stream.of(list));
                yield (arguments, slots, principal, memory) -> items(
                                ValueReader.items(source.value(slots, principal), ParameterType.TEXT, memory), names)
                        .forEach(item -> arguments.add(bytes(item, names, memory)));
            }
        };
    }

    private static List<Object> items(List<Object> list, String names) {
        if (list == null) {
            throw isNull(names);
        }
        if (list.isEmpty() || list.size() > MOST_ITEMS) {
            throw new CallFailure(
                    Stage.BINDING,
                    "%s has %d items; a command takes 1 to %d of them".formatted(names, list.size(), MOST_ITEMS));
        }
        return list;
    }

    private static byte[] bytes(Object value, String names, Reservation memory) {
        if (value == null) {
            throw isNull(names);
        }
        var text = value.toString();
        memory.take(ARGUMENT + 4L * text.length());
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static CallFailure isNull(String names) {
        return new CallFailure(Stage.BINDING, names + " is null, and a command has no NULL");
    }

    private static String names(Stream<Reference> references) {
        return references
                .flatMap(reference -> reference instanceof Reference.Input(var name)
                        ? Stream.of("input '" + name + "'")
                        : Stream.empty())
                .distinct()
                .reduce((one, other) -> one + " or " + other)
                .orElse("a value");
    }
}
