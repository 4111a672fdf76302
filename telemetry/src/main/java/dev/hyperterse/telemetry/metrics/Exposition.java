package dev.hyperterse.telemetry.metrics;

/** Writes Prometheus' text format, version 0.0.4. */
final class Exposition {
    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final StringBuilder text = new StringBuilder(8192);

    void family(String name, String type, String help) {
        text.append("# HELP ").append(name).append(' ');
        escape(help, false);
        text.append("\n# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    void sample(String name, Labels labels, long value) {
        series(name, labels);
        text.append(value).append('\n');
    }

    void sample(String name, Labels labels, double value) {
        series(name, labels);
        if (value == Double.POSITIVE_INFINITY) {
            text.append("+Inf");
        } else if (value == Double.NEGATIVE_INFINITY) {
            text.append("-Inf");
        } else {
            text.append(value);
        }
        text.append('\n');
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

    @Override
    public String toString() {
        return text.toString();
    }
}
