package dev.hyperterse.runtime.script;

import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.SourcePositions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Stack traces in the lines of the author's text. */
final class AuthorPositions {
    private static final Pattern PLACE = Pattern.compile("(?:\\./)?([-._a-zA-Z0-9]+):(\\d+):(\\d+)");

    private final CompiledScript script;
    private final Map<String, Optional<SourcePositions>> decoded = new HashMap<>();

    AuthorPositions(CompiledScript script) {
        this.script = script;
    }

    String translate(String stack) {
        return PLACE.matcher(stack).replaceAll(place -> translate(place));
    }

    private String translate(MatchResult place) {
        var line = Integer.parseInt(place.group(2));
        var column = Integer.parseInt(place.group(3));
        return positions(place.group(1))
                .flatMap(it -> it.original(line, column))
                .map(it -> "%s:%d:%d".formatted(place.group(1), it.line(), it.column()))
                .orElse("%s:%d:%d".formatted(place.group(1), line, column));
    }

    /** Decoded when something fails for the first time: most scripts never do. */
    private synchronized Optional<SourcePositions> positions(String file) {
        return decoded.computeIfAbsent(file, name -> script.modules().stream()
                .filter(module -> module.file().equals(name))
                .findFirst()
                .flatMap(module -> module.mappings().map(SourcePositions::decode)));
    }
}
