package dev.hyperterse.scripts.author;

import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.catalog.script.SourcePositions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Stack traces in the lines of the author's text. */
public final class AuthorPositions {
    /** File, line and column; numbers with more digits cannot be lines. */
    private static final Pattern PLACE = Pattern.compile("(?:\\.?/)?([-._a-zA-Z0-9]+):(\\d{1,9}):(\\d{1,9})(?!\\d)");

    private final Map<String, ScriptModule> modules;
    private final int linesBefore;
    private final Map<String, Optional<SourcePositions>> decoded = new HashMap<>();

    public AuthorPositions(CompiledScript script) {
        this(script, 0);
    }

    /** @param linesBefore the author's text, in what the engine runs */
    public AuthorPositions(CompiledScript script, int linesBefore) {
        this.linesBefore = linesBefore;
        this.modules = script.modules().stream()
                .collect(Collectors.toUnmodifiableMap(ScriptModule::file, Function.identity()));
    }

    /** The text with each position in a file of the script mapped to the author's text. */
    String translate(String text) {
        return PLACE.matcher(text)
                .replaceAll(place -> Matcher.quoteReplacement(translate(place).orElse(place.group())));
    }

    /** The first place in a file of the script. */
    Optional<String> first(String stack) {
        return PLACE.matcher(stack)
                .results()
                .flatMap(place -> translate(place).stream())
                .findFirst();
    }

    private Optional<String> translate(MatchResult place) {
        var file = place.group(1);
        if (!modules.containsKey(file)) {
            return Optional.empty();
        }
        var line = Integer.parseInt(place.group(2)) - linesBefore;
        var column = Integer.parseInt(place.group(3));
        var original = positions(file).flatMap(it -> it.original(line, column));
        return Optional.of("%s:%d:%d"
                .formatted(
                        file,
                        original.map(SourcePositions.Place::line).orElse(line),
                        original.map(SourcePositions.Place::column).orElse(column)));
    }

    /** Decoded at the first use, because most scripts print nothing and never fail. */
    private synchronized Optional<SourcePositions> positions(String file) {
        return decoded.computeIfAbsent(
                file, name -> modules.get(name).mappings().map(SourcePositions::decode));
    }
}
