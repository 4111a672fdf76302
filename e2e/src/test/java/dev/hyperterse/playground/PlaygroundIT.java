package dev.hyperterse.playground;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ChildProcess;
import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.playground.node.RunningPod;
import dev.hyperterse.playground.node.container.Images;
import dev.hyperterse.playground.node.container.NodeTiming;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Each test works in a namespace of its own. */
@RealApiServer(controllers = true)
@Order(1)
class PlaygroundIT {
    private static final NodeTiming QUICK = new NodeTiming(
            Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofMinutes(10), Duration.ofMillis(300), 0);

    private static final Duration PAUSE = Duration.ofMillis(20);

    private static Playground playground;

    @BeforeAll
    static void start() {
        var images = Images.ofThisJvm(Map.of("test/specimen", Specimen.class.getName()));
        playground = Playground.start(PlaygroundOptions.empty(images).withTiming(QUICK));
    }

    @AfterAll
    static void stop() {
        playground.close();
    }

    /** The kubelet would probe the pods of earlier tests, and start those again each second that crash. */
    @AfterEach
    void endPods() {
        kubectl("delete", "deployments", "--all", "--all-namespaces", "--wait=false");
    }

    @Test
    void aDeploymentRunsAndScales() {
        var namespace = namespace("scales");
        apply(namespace, Manifests.deployment("web", 2, ""));
        ready(namespace, 2);
        assertThat(addresses(namespace)).hasSize(2).allMatch(address -> address.startsWith("127."));
        kubectl("scale", "deployment/web", "-n", namespace, "--replicas=1");
        Until.holds(
                "one pod is left",
                () -> playground.pods().stream()
                                .filter(pod -> pod.namespace().equals(namespace))
                                .count()
                        == 1);
        kubectl("rollout", "status", "deployment/web", "-n", namespace, "--timeout=300s");
    }

    @Test
    void aPodHasItsNameAndAddress() {
        var namespace = namespace("knows");
        kubectl("create", "configmap", "settings", "-n", namespace, "--from-literal=color=blue");
        kubectl("create", "secret", "generic", "hidden", "-n", namespace, "--from-literal=word=sesame");
        apply(namespace, Manifests.deployment("web", 1, """
                          - {name: COLOR, valueFrom: {configMapKeyRef: {name: settings, key: color}}}
                          - {name: WORD, valueFrom: {secretKeyRef: {name: hidden, key: word}}}
                          - {name: NAMESPACE, valueFrom: {fieldRef: {fieldPath: metadata.namespace}}}
                          - {name: ABSENT, valueFrom: {secretKeyRef: {name: hidden, key: none, optional: true}}}
                """));
        var pod = ready(namespace, 1).getFirst();
        assertThat(get(pod, "/name")).isEqualTo(pod.name());
        assertThat(get(pod, "/environment/POD_IP")).isEqualTo(pod.address());
        assertThat(get(pod, "/environment/NAMESPACE")).isEqualTo(namespace);
        assertThat(get(pod, "/environment/COLOR")).isEqualTo("blue");
        assertThat(get(pod, "/environment/WORD")).isEqualTo("sesame");
        assertThat(get(pod, "/environment/ABSENT")).isEqualTo("null");
        assertThat(get(pod, "/environment/HOME")).as("nothing of this machine").isEqualTo("null");
        assertThat(log(pod)).contains("started with --loud");
    }

    @Test
    void aPodSpeaksToTheApiServerAsItsServiceAccount() throws IOException, InterruptedException {
        var namespace = namespace("speaks");
        apply(namespace, Manifests.deployment("web", 1, ""));
        var pod = ready(namespace, 1).getFirst();
        var folder = get(pod, "/environment/SERVICE_ACCOUNT");
        assertThat(get(pod, "/file?" + folder + "/namespace")).isEqualTo(namespace);
        assertThat(get(pod, "/file?" + folder + "/ca.crt")).contains("BEGIN CERTIFICATE");
        var token = get(pod, "/file?" + folder + "/token");
        var answer = playground
                .kubectl()
                .run("--token=" + token, "auth", "whoami", "-o", "jsonpath={.status.userInfo.username}")
                .output();
        assertThat(get(pod, "/environment/KUBERNETES_SERVICE_PORT"))
                .isEqualTo(playground.controlPlane().url().replaceFirst(".*:", ""));
        assertThat(answer).isIn("admin", "system:serviceaccount:" + namespace + ":default");
        Until.holds("the token is replaced before it expires", () -> !get(pod, "/file?" + folder + "/token")
                .equals(token));
    }

    @Test
    void volumesFollowTheirObjects() {
        var namespace = namespace("volumes");
        kubectl("create", "configmap", "files", "-n", namespace, "--from-literal=a=1", "--from-literal=b=1");
        apply(namespace, Manifests.deployment("web", 1, ""));
        var pod = ready(namespace, 1).getFirst();
        var folder = get(pod, "/environment/FILES");
        assertThat(get(pod, "/file?" + folder + "/a")).isEqualTo("1");
        kubectl("patch", "configmap", "files", "-n", namespace, "--type=json", "-p", """
                [{"op": "replace", "path": "/data/a", "value": "2"}, {"op": "remove", "path": "/data/b"}]""");
        Until.holds("the new content is there", () -> get(pod, "/file?" + folder + "/a")
                .equals("2"));
        assertThat(Path.of(folder, "b")).doesNotExist();
        assertThat(Path.of(folder, "a")).isSymbolicLink();
        assertThat(Path.of(get(pod, "/environment/SCRATCH"))).isEmptyDirectory();
    }

    @Test
    void aCrashingContainerIsStartedAgainAndAgain() {
        var namespace = namespace("crashes");
        apply(namespace, Manifests.deployment("web", 1, "          - {name: EXIT, value: \"7\"}\n"));
        var pods = Until.present("it backs off", () -> pods(namespace), seen -> firstContainer(seen)
                .filter(container -> container.getRestartCount() > 1)
                .map(container -> container.getState().getWaiting())
                .filter(waiting -> waiting.getReason().equals("CrashLoopBackOff"))
                .isPresent());
        var status = firstContainer(pods).orElseThrow();
        assertThat(status.getLastState().getTerminated().getExitCode()).isEqualTo(7);
        assertThat(status.getLastState().getTerminated().getReason()).isEqualTo("Error");
        assertThat(status.getReady()).isFalse();
    }

    @Test
    void aKilledProcessComesBackInTheSamePod() {
        var namespace = namespace("killed");
        apply(namespace, Manifests.deployment("web", 1, ""));
        var pod = ready(namespace, 1).getFirst();
        playground.process(namespace, pod.name()).orElseThrow().kill();
        var status = Until.present("it runs again", () -> containerStatus(namespace)
                .filter(container -> container.getRestartCount() == 1 && container.getReady()));
        assertThat(status.getLastState().getTerminated().getExitCode()).isEqualTo(137);
        assertThat(ready(namespace, 1).getFirst().name()).isEqualTo(pod.name());
    }

    @Test
    void anUnknownImageIsNotThere() {
        var namespace = namespace("image");
        apply(namespace, Manifests.deployment("web", 1, "").replace("test/specimen:1", "registry.example/other:2"));
        var waiting = Until.present("it is not pulled", () -> containerStatus(namespace)
                        .map(container -> container.getState().getWaiting())
                        .filter(state -> state.getReason().equals("ImagePullBackOff")))
                .getMessage();
        assertThat(waiting).contains("registry.example/other:2").contains("test/specimen");
    }

    @Test
    void missingKeyIsNamedAndResolvesAutomatically() {
        var namespace = namespace("missing");
        apply(namespace, Manifests.deployment("web", 1, """
                          - {name: COLOR, valueFrom: {configMapKeyRef: {name: settings, key: color}}}
                """));
        var waiting = Until.present("it waits", () -> containerStatus(namespace)
                .map(container -> container.getState().getWaiting())
                .filter(state -> state.getReason().equals("CreateContainerConfigError")));
        assertThat(waiting.getMessage()).isEqualTo("configmap \"settings\" not found");
        kubectl("create", "configmap", "settings", "-n", namespace, "--from-literal=color=blue");
        assertThat(get(ready(namespace, 1).getFirst(), "/environment/COLOR")).isEqualTo("blue");
    }

    @Test
    void readinessTakesAPodOutAndInAgain() {
        var namespace = namespace("readiness");
        apply(namespace, Manifests.deployment("web", 1, ""));
        var pod = ready(namespace, 1).getFirst();
        get(pod, "/ready/false");
        Until.holds("it is not ready", () -> condition(namespace, "Ready").equals("False"));
        assertThat(containerStatus(namespace).orElseThrow().getRestartCount()).isZero();
        get(pod, "/ready/true");
        Until.holds("it is ready", () -> condition(namespace, "Ready").equals("True"));
    }

    @Test
    void aContainerThatIsNotAliveIsStartedAgain() {
        var namespace = namespace("liveness");
        apply(namespace, Manifests.deployment("web", 1, ""));
        get(ready(namespace, 1).getFirst(), "/alive/false");
        Until.holds(
                "it was started again",
                () -> containerStatus(namespace).orElseThrow().getRestartCount() == 1);
    }

    @Test
    void aPodEndsInItsOwnTime() {
        var namespace = namespace("graceful");
        apply(namespace, Manifests.deployment("web", 1, ""));
        var pod = ready(namespace, 1).getFirst();
        kubectl("scale", "deployment/web", "-n", namespace, "--replicas=0");
        gone(namespace);
        assertThat(log(pod)).contains("asked to end");
        assertThat(playground.home().resolve("pods").resolve(pod.uid())).doesNotExist();
    }

    @Test
    void processThatDoesNotEndIsKilled() {
        var namespace = namespace("stubborn");
        apply(namespace, Manifests.deployment("web", 1, "          - {name: STUBBORN, value: \"yes\"}\n"));
        var pod = ready(namespace, 1).getFirst();
        var process = playground.process(namespace, pod.name()).orElseThrow();
        kubectl("delete", "pods", "--all", "-n", namespace, "--grace-period=3", "--wait=false");
        assertThat(process.exit().join()).isEqualTo(137);
        Until.holds("another pod took its place", () -> ready(namespace, 1).stream()
                .noneMatch(other -> other.uid().equals(pod.uid())));
    }

    @Test
    void aPodDeletedByForceIsGoneAtOnce() {
        var namespace = namespace("forced");
        apply(namespace, Manifests.deployment("web", 1, "          - {name: STUBBORN, value: \"yes\"}\n"));
        var pod = ready(namespace, 1).getFirst();
        var process = playground.process(namespace, pod.name()).orElseThrow();
        kubectl("delete", "pod", pod.name(), "-n", namespace, "--force", "--grace-period=0");
        Until.holds("its process is gone", () -> !process.isAlive());
    }

    @Test
    void aDeletedNamespaceTakesItsPodsAlong() {
        var namespace = namespace("deleted");
        apply(namespace, Manifests.deployment("web", 1, ""));
        ready(namespace, 1);
        kubectl("delete", "namespace", namespace, "--timeout=300s");
        gone(namespace);
    }

    /** Two pods, replaced one by one under a steady stream of new connections, which leaves them a processor. */
    @Test
    void noConnectionIsLostDuringARollout() throws InterruptedException {
        var namespace = namespace("rollout");
        apply(namespace, Manifests.deployment("web", 2, ""));
        apply(namespace, Manifests.service("web"));
        ready(namespace, 2);
        var url = "http://"
                + Until.present("the Service has an address", () -> playground.service(namespace, "web"))
                + "/name";
        var answered = ConcurrentHashMap.<String>newKeySet();
        var failures = new AtomicInteger();
        var rolling = new AtomicBoolean(true);
        // Not on the common pool: the clients of the playground complete their requests there.
        var load = Thread.ofVirtual().start(() -> {
            while (rolling.get()) {
                try {
                    answered.add(fresh(url));
                } catch (IOException lost) {
                    failures.incrementAndGet();
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        });
        Until.holds("both answer", () -> answered.size() == 2);
        kubectl("rollout", "restart", "deployment/web", "-n", namespace);
        kubectl("rollout", "status", "deployment/web", "-n", namespace, "--timeout=300s");
        Until.holds("all four have answered", () -> answered.size() == 4);
        rolling.set(false);
        load.join();
        assertThat(failures).hasValue(0);
    }

    @Test
    void podsOutliveTheApiServer() {
        var namespace = namespace("outage");
        apply(namespace, Manifests.deployment("web", 1, ""));
        var pod = ready(namespace, 1).getFirst();
        playground.controlPlane().killApiServer();
        playground.process(namespace, pod.name()).orElseThrow().kill();
        Until.holds("it runs again", () -> playground
                .process(namespace, pod.name())
                .filter(ChildProcess::isAlive)
                .isPresent());
        playground.controlPlane().startApiServer();
        Until.holds(
                "the restart is reported",
                () -> containerStatus(namespace).orElseThrow().getRestartCount() == 1);
        assertThat(ready(namespace, 1).getFirst().uid()).isEqualTo(pod.uid());
    }

    private static String namespace(String name) {
        kubectl("create", "namespace", name);
        return name;
    }

    private static void kubectl(String... arguments) {
        var result = playground.kubectl().run(arguments);
        assertThat(result.succeeded()).as(result.errors()).isTrue();
    }

    private static void apply(String namespace, String manifest) {
        var result = playground.kubectl().runWithInput(manifest, "apply", "-n", namespace, "-f", "-");
        assertThat(result.succeeded()).as(result.errors()).isTrue();
    }

    private static List<RunningPod> ready(String namespace, int count) {
        return Until.present(count + " pods are ready in " + namespace, () -> Optional.of(playground.pods().stream()
                        .filter(pod -> pod.namespace().equals(namespace) && pod.ready())
                        .toList())
                .filter(pods -> pods.size() == count));
    }

    private static Set<String> addresses(String namespace) {
        return pods(namespace).stream()
                .map(pod -> pod.getStatus().getPodIP())
                .collect(Collectors.toCollection(HashSet::new));
    }

    private static List<Pod> pods(String namespace) {
        return playground.client().pods().inNamespace(namespace).list().getItems();
    }

    private static void gone(String namespace) {
        Until.holds("no pod is left in " + namespace, () -> pods(namespace).isEmpty());
        Until.holds("nothing runs in " + namespace, () -> playground.pods().stream()
                .noneMatch(pod -> pod.namespace().equals(namespace)));
    }

    private static Optional<ContainerStatus> containerStatus(String namespace) {
        return firstContainer(pods(namespace));
    }

    private static Optional<ContainerStatus> firstContainer(List<Pod> pods) {
        return pods.stream()
                .flatMap(pod -> pod.getStatus().getContainerStatuses().stream())
                .findFirst();
    }

    private static String condition(String namespace, String type) {
        return pods(namespace).getFirst().getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals(type))
                .findFirst()
                .orElseThrow()
                .getStatus();
    }

    private static String get(RunningPod pod, String path) {
        try {
            return fresh("http://" + pod.address() + ":8080" + path);
        } catch (IOException unreachable) {
            throw new AssertionError(unreachable);
        }
    }

    /** On a connection of its own. */
    private static String fresh(String url) throws IOException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(url)).build();
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    private static String log(RunningPod pod) {
        try {
            return Files.readString(pod.logs().getFirst());
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
