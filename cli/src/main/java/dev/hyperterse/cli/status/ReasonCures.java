package dev.hyperterse.cli.status;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The cure of each reason, as docs/reference/reasons.md says. */
final class ReasonCures {
    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\|.*\\| ([^|]+) \\|");
    private static final Pattern LINK = Pattern.compile("\\[([^]]+)]\\([^)]+\\)");
    private static final Map<String, String> CURES = read();

    private ReasonCures() {}

    /** Empty for a reason of a newer operator. */
    static String of(String reason) {
        return CURES.getOrDefault(reason, "");
    }

    private static Map<String, String> read() {
        try (var page = ReasonCures.class.getResourceAsStream("reasons.md")) {
            var cures = new HashMap<String, String>();
            new String(page.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(line -> {
                var row = ROW.matcher(line);
                if (row.matches()) {
                    cures.put(row.group(1), plain(row.group(2)));
                }
            });
            return Map.copyOf(cures);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static String plain(String markdown) {
        return LINK.matcher(markdown).replaceAll("$1").replace("`", "").strip();
    }
}
