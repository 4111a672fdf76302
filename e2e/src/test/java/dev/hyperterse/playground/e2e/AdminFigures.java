package dev.hyperterse.playground.e2e;

import dev.hyperterse.playground.Playground;
import dev.hyperterse.playground.Until;
import dev.hyperterse.playground.node.RunningPod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;

/** What a pod says of itself on its admin port. */
final class AdminFigures {
    static final String OPERATOR_NAMESPACE = "hyperterse-system";

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final String metrics;

    private AdminFigures(String metrics) {
        this.metrics = metrics;
    }

    /** Of the operator that leads, or soon will. */
    static AdminFigures ofOperator(Playground playground) {
        return Until.present("an operator that leads answers", () -> playground.pods().stream()
                .filter(pod -> pod.namespace().equals(OPERATOR_NAMESPACE) && pod.ready())
                .map(AdminFigures::ask)
                .flatMap(Optional::stream)
                .filter(figures -> figures.value("hyperterse_operator_leading") == 1)
                .findFirst());
    }

    static AdminFigures of(RunningPod pod) {
        return Until.present(pod.name() + " answers", () -> ask(pod));
    }

    private static Optional<AdminFigures> ask(RunningPod pod) {
        var url = URI.create("http://" + pod.address() + ":" + pod.ports().get("admin") + "/metrics");
        try {
            var answer = HTTP.send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == 200 ? Optional.of(new AdminFigures(answer.body())) : Optional.empty();
        } catch (IOException unreachable) {
            return Optional.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException(interrupted));
        }
    }

    /** The sum of all series of that name, or the one series whose labels are written after it. */
    double value(String series) {
        return metrics.lines()
                .filter(line -> line.startsWith(series + " ") || line.startsWith(series + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    double mebibytes(String series) {
        return value(series) / (1 << 20);
    }

    /** How many statuses wait to be written, or were a moment ago. */
    double statusesUnderway() {
        return value("hyperterse_operator_queue_depth{queue=\"definition-status\"}");
    }
}
