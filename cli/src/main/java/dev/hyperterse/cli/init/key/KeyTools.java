package dev.hyperterse.cli.init.key;

import dev.hyperterse.cli.init.generate.GeneratedTool;
import dev.hyperterse.cli.init.generate.Input;
import dev.hyperterse.cli.init.naming.UniqueNames;
import dev.hyperterse.cli.init.naming.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The tools of one pattern: the value of a key, and the keys that there are. */
final class KeyTools {
    private static final int MOST_ROWS = 1_000;
    private static final int MOST = 100;
    /** More could be too long for one answer, which would lose the cursor. */
    private static final int KEYS = 500;
    /** A value with a colon would lead to keys of another pattern. */
    private static final String ONE_SEGMENT = "pattern: \"^[^:]{1,200}$\"";

    private final KeyPattern pattern;
    private final KeyType type;
    private final UniqueNames tools;
    private final String words;

    /** @param tools names of tools, which are given once */
    KeyTools(KeyPattern pattern, KeyType type, UniqueNames tools) {
        this.pattern = pattern;
        this.type = type;
        this.tools = tools;
        this.words =
                Words.of(pattern.segments().stream().flatMap(Optional::stream).collect(Collectors.joining("-")), "key");
    }

    String words() {
        return words;
    }

    List<GeneratedTool> all() {
        return pattern.isKey() ? List.of(get()) : List.of(keys(), get());
    }

    private GeneratedTool get() {
        var names = new UniqueNames();
        var inputs = new ArrayList<Input>();
        var key = new ArrayList<String>();
        for (var position = 0; position < pattern.segments().size(); position++) {
            var word = pattern.segments().get(position);
            if (word.isPresent()) {
                key.add(word.get());
                continue;
            }
            var input = new Input(
                    names.first("_", argument(position)),
                    "string",
                    Optional.empty(),
                    false,
                    "The part of the key behind " + before(position),
                    List.of(),
                    List.of(ONE_SEGMENT));
            inputs.add(input);
            key.add(input.placeholder());
        }
        bound(names).ifPresent(inputs::add);
        return new GeneratedTool(
                tools.first("-", "get-" + words),
                "%s: %s. %s"
                        .formatted(
                                Words.capital(words),
                                type.shown(),
                                pattern.isKey()
                                        ? "It is the key %s.".formatted(pattern.glob())
                                        : "Its keys are %s.".formatted(pattern.glob())),
                inputs,
                "{maxRows: %d, overflow: Truncate}".formatted(MOST_ROWS),
                type.command(String.join(":", key)));
    }

    /** The word before a place names what stands there. */
    private String argument(int position) {
        return Words.of(
                        pattern.segments().subList(0, position).reversed().stream()
                                .flatMap(Optional::stream)
                                .findFirst()
                                .orElse("key"),
                        "key")
                .replace('-', '_');
    }

    private String before(int position) {
        return pattern.segments().subList(0, position).stream()
                .map(segment -> segment.orElse("*") + ":")
                .collect(Collectors.joining());
    }

    private Optional<Input> bound(UniqueNames names) {
        return switch (type) {
            case LIST, ZSET ->
                Optional.of(number(names.first("_", "last"), "Position of the last one, from 0", 0, MOST - 1));
            case STREAM -> Optional.of(number(names.first("_", "count"), "How many at most", 1, MOST));
            case STRING, HASH, SET -> Optional.empty();
        };
    }

    private static Input number(String name, String description, int least, int usual) {
        return new Input(
                name,
                "int",
                Optional.empty(),
                false,
                "%s, %d to %d".formatted(description, least, MOST_ROWS - 1),
                List.of(),
                List.of("minimum: " + least, "maximum: " + (MOST_ROWS - 1), "default: \"%d\"".formatted(usual)));
    }

    private GeneratedTool keys() {
        return new GeneratedTool(
                tools.first("-", "list-" + words + "-keys"),
                "Some keys of %s (%s). The first value is the cursor of the next call, and 0 at the end; a list may be empty before."
                        .formatted(Words.spaced(words), pattern.glob()),
                List.of(new Input(
                        "cursor",
                        "string",
                        Optional.empty(),
                        false,
                        "The first value of the answer before",
                        List.of(),
                        List.of("pattern: \"^[0-9]{1,20}$\"", "default: \"0\""))),
                "",
                "SCAN {{ inputs.cursor }} MATCH %s COUNT %d".formatted(pattern.glob(), KEYS));
    }
}
