package dev.hyperterse.cli.console;

import dev.hyperterse.cli.diagnostics.Place;
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
    private static final Pattern CREDENTIALS =
            Pattern.compile("password|passwd|secret|token|credential|api[-_]?key|://\\S*@", Pattern.CASE_INSENSITIVE);
    private static final int MOST_CHARACTERS = 400;

    private final Map<String, List<String>> files = new HashMap<>();

    /** The line at that place; empty where there is none to show. */
    String line(Place place) {
        var lines = files.computeIfAbsent(place.file(), SourceExcerpts::read);
        var line = place.line() <= lines.size() ? lines.get(place.line() - 1) : "";
        return line.length() > MOST_CHARACTERS || CREDENTIALS.matcher(line).find() ? "" : line;
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
