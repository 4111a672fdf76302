package dev.hyperterse.playground.e2e;

import dev.hyperterse.playground.node.RunningPod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a pod has logged since a moment. */
final class PodLog {
    private final RunningPod pod;
    private final int known;

    private PodLog(RunningPod pod) {
        this.pod = pod;
        this.known = lines(pod).size();
    }

    static PodLog fromNowOn(RunningPod pod) {
        return new PodLog(pod);
    }

    /** Whole lines; the JVM's own are no JSON, and left out. */
    List<JsonNode> events() {
        var all = lines(pod);
        return all.subList(Math.min(known, all.size()), all.size()).stream()
                .filter(line -> line.startsWith("{") && line.endsWith("}"))
                .map(JsonMapper.shared()::readTree)
                .toList();
    }

    /** Those events that name one. */
    List<String> names() {
        return events().stream()
                .map(event -> event.path("event").asString(""))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static List<String> lines(RunningPod pod) {
        var lines = new ArrayList<String>();
        for (var log : pod.logs()) {
            try {
                lines.addAll(Files.readAllLines(log));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
        return lines;
    }
}
