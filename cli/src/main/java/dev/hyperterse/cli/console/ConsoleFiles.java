package dev.hyperterse.cli.console;

import dev.hyperterse.runtime.page.LocalPages.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files of the page, as they stand in the resources. */
final class ConsoleFiles {
    static final String PREFIX = "/console/";

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");

    private static final Map<String, String> FILES = Stream.concat(
                    Stream.of(Map.entry("/", "index.html")),
                    Stream.of(
                                    "answer.js",
                                    "calls.js",
                                    "chart.js",
                                    "charts.js",
                                    "code.js",
                                    "connection.js",
                                    "console.css",
                                    "definitions.js",
                                    "dom.js",
                                    "events.js",
                                    "exact.js",
                                    "excerpt.js",
                                    "fields.js",
                                    "follow.js",
                                    "form.js",
                                    "highlight.js",
                                    "icon.svg",
                                    "known.js",
                                    "list.js",
                                    "main.js",
                                    "mcp.js",
                                    "problems.js",
                                    "question.js",
                                    "results.js",
                                    "served.js",
                                    "server.js",
                                    "table.js",
                                    "tables.js")
                            .map(name -> Map.entry(PREFIX + name, name)))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    boolean has(String path) {
        return FILES.containsKey(path);
    }

    Page page(String path) {
        var name = FILES.get(path);
        try (var file = Optional.ofNullable(ConsoleFiles.class.getResourceAsStream(name))
                .orElseThrow(() -> new IllegalStateException("no resource " + name))) {
            return new Page(TYPES.get(name.substring(name.lastIndexOf('.') + 1)), file.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
