package dev.hyperterse.cli.report;

import java.nio.charset.StandardCharsets;

/** A file of a report. */
public record Page(String name, String text) {
    public byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
