package dev.hyperterse.telemetry.metrics;

import java.util.Arrays;
import java.util.Locale;

/** A format of the page. */
enum PageFormat {
    TEXT("text/plain", "0.0.4"),
    /** Has exemplars; never chosen for a scraper that does not name it. */
    OPEN_METRICS("application/openmetrics-text", "1.0.0");

    private final String type;
    private final String version;

    PageFormat(String type, String version) {
        this.type = type;
        this.version = version;
    }

    String contentType() {
        return type + "; version=" + version + "; charset=utf-8";
    }

    /** OpenMetrics where the header {@code Accept} names it, whatever else it names: scrapers that know it prefer it. */
    static PageFormat accepted(String accept) {
        return Arrays.stream(accept.toLowerCase(Locale.ROOT).split(",")).anyMatch(OPEN_METRICS::isNamed)
                ? OPEN_METRICS
                : TEXT;
    }

    private boolean isNamed(String range) {
        var parts = Arrays.stream(range.split(";")).map(String::strip).toList();
        var versions = parts.stream().filter(part -> part.startsWith("version="));
        return parts.getFirst().equals(type)
                && versions.allMatch(part ->
                        part.substring("version=".length()).replace("\"", "").equals(version))
                && parts.stream().noneMatch(part -> part.matches("q=0(\\.0*)?"));
    }
}
