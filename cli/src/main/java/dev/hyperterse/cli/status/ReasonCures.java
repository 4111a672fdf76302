package dev.hyperterse.cli.status;

import dev.hyperterse.cli.document.PackedText;
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
        var cures = new HashMap<String, String>();
        PackedText.of(ReasonCures.class, "reasons.md").lines().forEach(line -> {
            var row = ROW.matcher(line);
            if (row.matches()) {
                cures.put(row.group(1), plain(row.group(2)));
            }
        });
        return Map.copyOf(cures);
    }

    private static String plain(String markdown) {
        return LINK.matcher(markdown).replaceAll("$1").replace("`", "").strip();
    }
}
