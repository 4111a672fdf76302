package dev.hyperterse.telemetry.metrics;

/** All series in a format that the scraper has asked for. */
public record MetricPage(String contentType, String text) {}
