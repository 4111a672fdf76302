package dev.hyperterse.telemetry.metrics;

import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** A format of the page, and the choice among them by the header {@code Accept} of a scrape. */
enum PageFormat {
    TEXT("text/plain", "0.0.4"),
    /** Has exemplars; never chosen for a scraper that does not name it. */
    OPEN_METRICS("application/openmetrics-text", "1.0.0");

    private static final Pattern WEIGHT = Pattern.compile("0(\\.[0-9]*)?|1(\\.0*)?");

    private final String type;
    private final String version;

    PageFormat(String type, String version) {
        this.type = type;
        this.version = version;
    }

    String contentType() {
        return type + "; version=" + version + "; charset=utf-8";
    }

    /** OpenMetrics where it is accepted and nothing is liked better; otherwise text, also for those who accept neither. */
    static PageFormat accepted(String accept) {
        var ranges = Arrays.stream(accept.split(",")).map(Range::of).toList();
        var open = weight(ranges, OPEN_METRICS.type, OPEN_METRICS).orElse(0);
        if (open == 0) {
            return TEXT;
        }
        var text = weight(ranges, TEXT.type, TEXT);
        for (var wildcard : new String[] {"text/*", "*/*"}) {
            text = text.isPresent() ? text : weight(ranges, wildcard, TEXT);
        }
        return open >= text.orElse(0) ? OPEN_METRICS : TEXT;
    }

    private static OptionalDouble weight(Iterable<Range> ranges, String type, PageFormat format) {
        var best = OptionalDouble.empty();
        for (var range : ranges) {
            if (range.isOf(type, format) && range.weight() >= best.orElse(0)) {
                best = OptionalDouble.of(range.weight());
            }
        }
        return best;
    }

    /** One of the types that a scraper accepts; of no type where its weight cannot be read. */
    private record Range(String type, String version, double weight) {
        static Range of(String text) {
            var type = "";
            var version = "";
            var weight = "1";
            for (var part : text.split(";")) {
                var equals = part.indexOf('=');
                var name = part.substring(0, Math.max(0, equals)).strip().toLowerCase(Locale.ROOT);
                var value = part.substring(equals + 1).strip();
                switch (name) {
                    case "" -> type = type.isEmpty() ? value.toLowerCase(Locale.ROOT) : type;
                    case "version" -> version = value.replace("\"", "");
                    case "q" -> weight = value;
                    default -> {}
                }
            }
            return WEIGHT.matcher(weight).matches()
                    ? new Range(type, version, Double.parseDouble(weight))
                    : new Range("", "", 0);
        }

        boolean isOf(String wanted, PageFormat format) {
            return type.equals(wanted) && (version.isEmpty() || version.equals(format.version));
        }
    }
}
