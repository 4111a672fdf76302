package dev.hyperterse.runtime.view;

import dev.hyperterse.catalog.Digest;
import dev.hyperterse.catalog.Template.Literal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Our page, put together from the files beside this class. Its policy admits its own script and style by their digests
 * and nothing else, also where a host allows more.
 *
 * @param beginning all before the settings of a tool
 * @param end all behind them
 */
record PageSource(Literal beginning, Literal end) {
    private static final String SETTINGS = "{{settings}}";

    static PageSource read() {
        var style = file("view.css");
        var script = Stream.of("host.js", "rows.js", "table.js", "chart.js", "form.js", "main.js")
                .map(PageSource::file)
                .collect(Collectors.joining("\n", "'use strict';\n(() => {\n", "})();\n"));
        var policy = "default-src 'none'; script-src %s; style-src %s; base-uri 'none'; form-action 'none'"
                .formatted(source(script), source(style));
        var page = file("view.html")
                .replace("{{policy}}", policy)
                .replace("{{style}}", style)
                .replace("{{script}}", script);
        var at = page.indexOf(SETTINGS);
        return new PageSource(new Literal(page.substring(0, at)), new Literal(page.substring(at + SETTINGS.length())));
    }

    private static String source(String content) {
        return "'sha256-" + Base64.getEncoder().encodeToString(Digest.bytes(content)) + "'";
    }

    private static String file(String name) {
        try (var file = Optional.ofNullable(PageSource.class.getResourceAsStream(name))
                .orElseThrow(() -> new IllegalStateException("no resource " + name))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
