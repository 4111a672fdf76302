package dev.hyperterse.playground.daemon;

import dev.hyperterse.playground.Playground;
import dev.hyperterse.playground.network.Services;
import dev.hyperterse.playground.node.RunningPod;
import java.nio.file.Path;
import java.util.List;

/**
 * The status of a playground in the background.
 *
 * @param state down, starting, ready, failed
 * @param steps what has been begun so far, in words
 * @param problem why it failed; else empty
 */
public record PlaygroundStatus(
        String state,
        List<String> steps,
        String problem,
        String kubeconfig,
        String apiServer,
        String log,
        List<PodLine> pods,
        List<ServiceLine> services) {
    public static final String DOWN = "down";
    public static final String STARTING = "starting";
    public static final String READY = "ready";
    public static final String FAILED = "failed";

    /**
     * @param state as in the column of {@code kubectl get pods}
     * @param logs one file for each container
     */
    public record PodLine(
            String namespace,
            String name,
            String address,
            String state,
            boolean ready,
            int restarts,
            List<String> logs) {
        static PodLine of(RunningPod pod) {
            return new PodLine(
                    pod.namespace(),
                    pod.name(),
                    pod.address(),
                    pod.state(),
                    pod.ready(),
                    pod.restarts(),
                    pod.logs().stream().map(Path::toString).toList());
        }
    }

    /**
     * @param port as in the Service
     * @param url where it is open; another port than the Service's own where that belongs to root
     */
    public record ServiceLine(String namespace, String name, String portName, int port, String url, int readyPods) {
        static ServiceLine of(Services.OpenPort open) {
            return new ServiceLine(
                    open.namespace(),
                    open.service(),
                    open.portName(),
                    open.port(),
                    (speaksTls(open) ? "https://" : "http://") + open.hostAndPort(),
                    open.readyPods());
        }

        /** As the names of ports say, by which meshes and ingresses go too. */
        private static boolean speaksTls(Services.OpenPort open) {
            return open.portName().equals("https") || open.portName().startsWith("https-");
        }
    }

    static PlaygroundStatus down() {
        return new PlaygroundStatus(DOWN, List.of(), "", "", "", "", List.of(), List.of());
    }

    static PlaygroundStatus starting(List<String> steps, Path log) {
        return new PlaygroundStatus(STARTING, List.copyOf(steps), "", "", "", log.toString(), List.of(), List.of());
    }

    static PlaygroundStatus failed(String problem, Path log) {
        return new PlaygroundStatus(FAILED, List.of(), problem, "", "", log.toString(), List.of(), List.of());
    }

    static PlaygroundStatus ready(Playground playground, List<String> steps, Path log) {
        return new PlaygroundStatus(
                READY,
                List.copyOf(steps),
                "",
                playground.controlPlane().kubeconfig().toString(),
                playground.controlPlane().url(),
                log.toString(),
                playground.pods().stream().map(PodLine::of).toList(),
                playground.services().stream().map(ServiceLine::of).toList());
    }
}
