package dev.hyperterse.operator;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.testbed.ClassArchive;
import dev.hyperterse.testbed.LoopbackAddress;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** An operator in a process of its own, with the environment of its pod; several share one machine. */
final class ChildOperator implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private static final List<String> JVM = List.of("-Xmx256m", "-XX:TieredStopAtLevel=1");

    private final Process process;
    private final String address;
    private final Path log;
    private final HttpClient client = HttpClient.newHttpClient();

    private ChildOperator(Process process, String address, Path log) {
        this.process = process;
        this.address = address;
        this.log = log;
    }

    static ChildOperator start(ControlPlane controlPlane, String token, String namespace, String pod, Path folder)
            throws IOException {
        return start(controlPlane, token, namespace, pod, folder, archived(), Map.of());
    }

    /** One that reaches the API server at another address. */
    static ChildOperator startAt(String apiServer, ControlPlane controlPlane, String token, String pod, Path folder)
            throws IOException {
        var api = URI.create(apiServer);
        var address = Map.of(
                "KUBERNETES_SERVICE_HOST", api.getHost(), "KUBERNETES_SERVICE_PORT", String.valueOf(api.getPort()));
        return start(controlPlane, token, TestNamespace.SYSTEM, pod, folder, archived(), address);
    }

    /** One with more in its environment. */
    static ChildOperator startWith(
            ControlPlane controlPlane, String token, String namespace, Path folder, Map<String, String> settings)
            throws IOException {
        return start(controlPlane, token, namespace, "operator-0", folder, archived(), settings);
    }

    /** One that works in its own namespace only. */
    static ChildOperator startIn(ControlPlane controlPlane, String token, String namespace, Path folder)
            throws IOException {
        var scope = Map.of("HYPERTERSE_WATCH_NAMESPACES", namespace);
        return start(controlPlane, token, namespace, "operator-0", folder, archived(), scope);
    }

    /** @param jvm options of the process */
    static ChildOperator start(
            ControlPlane controlPlane, String token, String namespace, String pod, Path folder, List<String> jvm)
            throws IOException {
        var command = command(jvm, System.getProperty("java.class.path"));
        return start(controlPlane, token, namespace, pod, folder, command, Map.of());
    }

    private static ChildOperator start(
            ControlPlane controlPlane,
            String token,
            String namespace,
            String pod,
            Path folder,
            List<String> command,
            Map<String, String> settings)
            throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("token"), token);
        Files.copy(controlPlane.certificateAuthority(), folder.resolve("ca.crt"));
        var address = LoopbackAddress.unique();
        var log = folder.resolve("log");
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        var api = URI.create(controlPlane.url());
        var environment = builder.environment();
        environment.put("KUBERNETES_SERVICE_HOST", api.getHost());
        environment.put("KUBERNETES_SERVICE_PORT", String.valueOf(api.getPort()));
        environment.put("HYPERTERSE_SERVICE_ACCOUNT", folder.toString());
        environment.put("HYPERTERSE_NAMESPACE", namespace);
        environment.put("HYPERTERSE_POD", pod);
        environment.put("HYPERTERSE_POD_IP", address);
        environment.put("HYPERTERSE_RUNTIME_IMAGE", "registry.example/hyperterse-runtime:1.2.3");
        environment.put("HYPERTERSE_RUNTIME_OVERRIDES", "Forbidden");
        environment.putAll(settings);
        return new ChildOperator(builder.start(), address, log);
    }

    private static List<String> archived() {
        var archive = ClassArchive.ofThisJvm();
        return command(Stream.concat(JVM.stream(), archive.options().stream()).toList(), archive.classPath());
    }

    private static List<String> command(List<String> jvm, String classPath) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        command.addAll(List.of("-cp", classPath));
        command.add(OperatorProcess.class.getName());
        return command;
    }

    long pid() {
        return process.pid();
    }

    boolean leads() {
        return answer("/metrics")
                .filter(it -> it.contains("hyperterse_operator_leading 1.0"))
                .isPresent();
    }

    boolean ready() {
        return answer("/readyz").isPresent();
    }

    boolean alive() {
        return answer("/livez").isPresent();
    }

    boolean runs() {
        return process.isAlive();
    }

    /** How often it has logged that event. */
    long count(String event) {
        return log().lines()
                .filter(line -> line.contains("\"event\":\"" + event + "\""))
                .count();
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    /** Asks it to end, as a kubelet does, and tells its exit code. */
    int terminate() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("does not end: " + log());
        }
        return process.exitValue();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    void await(String what, BooleanSupplier condition) throws InterruptedException {
        await(what, PATIENCE, condition);
    }

    /** Pauses four times as long as a look took: some start kubectl, and take a processor from what is waited for. */
    void await(String what, Duration limit, BooleanSupplier condition) throws InterruptedException {
        var deadline = System.nanoTime() + limit.toNanos();
        var began = System.nanoTime();
        while (!condition.getAsBoolean()) {
            var looked = System.nanoTime();
            if (looked > deadline) {
                throw new AssertionError("not within %s: %s%n%s".formatted(limit, what, log()));
            }
            Thread.sleep(Math.max(50, 4 * (looked - began) / 1_000_000));
            began = System.nanoTime();
        }
    }

    /** The body of a good answer at the admin port. */
    Optional<String> answer(String path) {
        return answer(9090, path);
    }

    /** The body of a good answer of the registry. */
    Optional<String> registry(String path) {
        return answer(8080, path);
    }

    private Optional<String> answer(int port, String path) {
        try {
            var response = client.send(
                    HttpRequest.newBuilder(URI.create("http://" + address + ":" + port + path))
                            .timeout(Duration.ofSeconds(5))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return Optional.of(response).filter(it -> it.statusCode() == 200).map(HttpResponse::body);
        } catch (IOException notListening) {
            return Optional.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        client.close();
    }
}
