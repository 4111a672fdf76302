package dev.hyperterse.cli.command;

import dev.hyperterse.playground.daemon.PlaygroundStatus;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** A playground in words. */
final class PlaygroundText {
    private PlaygroundText() {}

    /** The commands to type next. */
    static String afterStart(PlaygroundStatus status, String program, Path programs, Map<String, String> environment) {
        var text = new StringBuilder("the playground is up\n\n");
        text.append("  export KUBECONFIG=").append(status.kubeconfig()).append('\n');
        if (!hasKubectl(environment)) {
            text.append("  export PATH=\"$PATH:").append(programs).append("\"   # kubectl\n");
        }
        return text.append("""

                  kubectl apply -f examples/quickstart   # in namespace default
                  kubectl get hts,htt                    # servers and tools
                  %1$s playground status         # where Services and logs are
                  %1$s playground down
                """.formatted(program)).toString();
    }

    static String of(PlaygroundStatus status) {
        var text =
                new StringBuilder("the playground is ").append(status.state()).append('\n');
        if (status.state().equals(PlaygroundStatus.DOWN)) {
            return text.toString();
        }
        if (!status.problem().isEmpty()) {
            text.append("  problem     ").append(status.problem()).append('\n');
        }
        if (!status.kubeconfig().isEmpty()) {
            text.append("  kubeconfig  ").append(status.kubeconfig()).append('\n');
        }
        text.append("  log         ").append(status.log()).append('\n');
        services(status, text);
        pods(status, text);
        return text.toString();
    }

    private static void services(PlaygroundStatus status, StringBuilder text) {
        if (status.services().isEmpty()) {
            return;
        }
        text.append("\nservices\n");
        for (var service : status.services()) {
            text.append("  %s/%s %s  (port %d, %d ready)%n"
                    .formatted(
                            service.namespace(), service.name(), service.url(), service.port(), service.readyPods()));
        }
    }

    private static void pods(PlaygroundStatus status, StringBuilder text) {
        if (status.pods().isEmpty()) {
            return;
        }
        text.append("\npods\n");
        for (var pod : status.pods()) {
            text.append("  %s/%s %s, %s, %d restarts, at %s%n"
                    .formatted(
                            pod.namespace(),
                            pod.name(),
                            pod.state(),
                            pod.ready() ? "ready" : "not ready",
                            pod.restarts(),
                            pod.address()));
            pod.logs().forEach(log -> text.append("    ").append(log).append('\n'));
        }
    }

    private static boolean hasKubectl(Map<String, String> environment) {
        return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, "kubectl")));
    }
}
