package dev.hyperterse.telemetry.metrics;

import io.opentelemetry.api.common.Attributes;

/** Names and values of one series. */
public record Labels(Attributes attributes) {
    public static final Labels NONE = new Labels(Attributes.empty());

    public static Labels of(String name, String value) {
        return NONE.and(name, value);
    }

    public Labels and(String name, String value) {
        return new Labels(attributes.toBuilder().put(name, value).build());
    }
}
