package dev.hyperterse.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The parser of OpenMetrics of Prometheus' own client for Python, which refuses what breaks the rules of the format. */
public final class OpenMetricsParser {
    private static final String VERSION = "0.23.1";
    private static final int SECONDS = 60;
    private static final String SCRIPT = """
            import json, sys
            from prometheus_client.openmetrics.parser import text_string_to_metric_families
            for family in text_string_to_metric_families(sys.stdin.read()):
                for it in family.samples:
                    exemplar = it.exemplar and [it.exemplar.labels, it.exemplar.value, float(it.exemplar.timestamp)]
                    print(json.dumps([family.name, family.type, it.name, it.labels, repr(it.value), exemplar]))
            """;

    private final Path packages;

    private OpenMetricsParser(Path packages) {
        this.packages = packages;
    }

    /** @throws TestbedException where Python or the package cannot be had */
    public static OpenMetricsParser fetched() {
        return new OpenMetricsParser(UnpackedPrograms.of("prometheus-client-" + VERSION, OpenMetricsParser::unpack));
    }

    /** A value of a series, with what the exemplar says, where there is one. */
    public record Sample(String family, String type, String name, JsonNode labels, Optional<Exemplar> exemplar) {}

    /** @param time in seconds of the epoch */
    public record Exemplar(JsonNode labels, double value, double time) {}

    /** @throws AssertionError with what the parser says, when the page is not OpenMetrics */
    public List<Sample> samples(String page) throws IOException, InterruptedException {
        var file = Files.createTempFile("page", ".txt");
        var said = Files.createTempFile("samples", ".txt");
        try {
            Files.writeString(file, page);
            var builder = new ProcessBuilder("python3", "-c", SCRIPT)
                    .redirectInput(file.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile());
            builder.environment().put("PYTHONPATH", packages.toString());
            builder.environment().put("PYTHONIOENCODING", "utf-8");
            var process = builder.start();
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            if (process.waitFor() != 0) {
                throw new AssertionError(Files.readString(said));
            }
            return Files.readAllLines(said).stream()
                    .map(OpenMetricsParser::sample)
                    .toList();
        } finally {
            Files.delete(file);
            Files.delete(said);
        }
    }

    private static Sample sample(String line) {
        var fields = JsonMapper.shared().readTree(line);
        var exemplar = fields.get(5);
        return new Sample(
                fields.get(0).asString(),
                fields.get(1).asString(),
                fields.get(2).asString(),
                fields.get(3),
                exemplar.isNull()
                        ? Optional.empty()
                        : Optional.of(new Exemplar(
                                exemplar.get(0),
                                exemplar.get(1).asDouble(),
                                exemplar.get(2).asDouble())));
    }

    private static void unpack(Path directory) throws IOException {
        var fetching = Files.createTempDirectory("fetching-prometheus-client");
        try {
            try (var wheel = new ZipFile(FetchedPackages.wheel(fetching, "prometheus_client==" + VERSION)
                    .toFile())) {
                for (var entry : wheel.stream().toList()) {
                    var target = directory.resolve(entry.getName()).normalize();
                    if (entry.isDirectory() || !target.startsWith(directory)) {
                        continue;
                    }
                    Files.createDirectories(target.getParent());
                    try (var content = wheel.getInputStream(entry)) {
                        Files.write(target, content.readAllBytes());
                    }
                }
            }
        } finally {
            Directories.delete(fetching);
        }
    }
}
