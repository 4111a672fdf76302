package dev.hyperterse.telemetry.metrics;

/**
 * Writes Prometheus' text format, version 0.0.4, or OpenMetrics 1.0.0: that names counters without their suffix, has
 * exemplars, and says where it ends.
 */
final class Exposition {
    private static final String SUFFIX = "_total";

    private final StringBuilder text = new StringBuilder(8192);
    private final boolean open;

    Exposition(PageFormat format) {
        this.open = format == PageFormat.OPEN_METRICS;
    }

    void family(String name, String type, String help) {
        var family = open && type.equals("counter") ? name.substring(0, name.length() - SUFFIX.length()) : name;
        text.append("# HELP ").append(family).append(' ');
        escape(help, open);
        text.append("\n# TYPE ").append(family).append(' ').append(type).append('\n');
    }

    void sample(String name, Labels labels, long value) {
        series(name, labels);
        text.append(value).append('\n');
    }

    void sample(String name, Labels labels, double value) {
        series(name, labels);
        number(value);
        text.append('\n');
    }

    /** The count of a bucket. @param exemplar of its values, or null */
    void bucket(String name, Labels labels, long count, Exemplar exemplar) {
        series(name, labels);
        text.append(count);
        if (open && exemplar != null) {
            text.append(" # {trace_id=\"").append(exemplar.traceId());
            text.append("\",span_id=\"").append(exemplar.spanId()).append("\"} ");
            number(exemplar.value());
            text.append(' ')
                    .append("%d.%03d"
                            .formatted(
                                    exemplar.time().getEpochSecond(),
                                    exemplar.time().getNano() / 1_000_000));
        }
        text.append('\n');
    }

    /** Nothing comes after it. */
    String end() {
        return open ? text.append("# EOF\n").toString() : text.toString();
    }

    private void number(double value) {
        if (value == Double.POSITIVE_INFINITY) {
            text.append("+Inf");
        } else if (value == Double.NEGATIVE_INFINITY) {
            text.append("-Inf");
        } else {
            text.append(value);
        }
    }

    private void series(String name, Labels labels) {
        text.append(name);
        var separator = '{';
        for (var label : labels.list()) {
            text.append(separator).append(label.name()).append("=\"");
            escape(label.value(), true);
            text.append('"');
            separator = ',';
        }
        text.append(separator == ',' ? "} " : " ");
    }

    private void escape(String value, boolean quotes) {
        for (var position = 0; position < value.length(); position++) {
            var character = value.charAt(position);
            switch (character) {
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '"' -> text.append(quotes ? "\\\"" : "\"");
                default -> text.append(character);
            }
        }
    }
}
