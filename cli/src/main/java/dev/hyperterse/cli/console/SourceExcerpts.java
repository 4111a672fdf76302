package dev.hyperterse.cli.console;

import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.runtime.audit.ShownArguments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Lines of source for problems; none that may hold a secret, because other users of the machine can read the page. */
final class SourceExcerpts {
    private static final Pattern SECRETS = Pattern.compile("kind[\"']?\\s*:\\s*(!\\S+\\s+)?[\"']?Secret\\b|stringData");
    private static final Pattern ADDRESS_WITH_USER = Pattern.compile("://\\S*@");
    private static final Pattern BETWEEN_NAMES = Pattern.compile("[^A-Za-z0-9_.-]+");
    private static final int MOST_CHARACTERS = 400;

    private final Map<String, List<String>> files = new HashMap<>();

    /** The line at that place; empty where there is none to show. */
    String line(Place place) {
        var lines = files.computeIfAbsent(place.file(), SourceExcerpts::read);
        var line = place.line() <= lines.size() ? lines.get(place.line() - 1) : "";
        return line.length() > MOST_CHARACTERS || mayHoldACredential(line) ? "" : line;
    }

    private static boolean mayHoldACredential(String line) {
        return ADDRESS_WITH_USER.matcher(line).find()
                || BETWEEN_NAMES.splitAsStream(line).anyMatch(ShownArguments::isCredential);
    }

    private static List<String> read(String name) {
        var file = Path.of(name);
        try {
            // The values of .env are those of Secrets.
            if (file.endsWith(".env") || !Files.isRegularFile(file)) {
                return List.of();
            }
            var text = Files.readString(file);
            return SECRETS.matcher(text).find() ? List.of() : text.lines().toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }
}
