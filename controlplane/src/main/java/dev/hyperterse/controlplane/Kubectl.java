package dev.hyperterse.controlplane;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The real kubectl, as the administrator of one control plane. */
public final class Kubectl {
    private final Path program;
    private final Path kubeconfig;
    private final Path home;

    Kubectl(Path program, Path kubeconfig, Path home) {
        this.program = program;
        this.kubeconfig = kubeconfig;
        this.home = home;
    }

    /** The outcome of one run of kubectl. */
    public record Result(int exit, String output, String errors) {
        public boolean succeeded() {
            return exit == 0;
        }
    }

    public Result run(String... arguments) {
        return runWithInput("", arguments);
    }

    /** {@code input} is what {@code -f -} reads. */
    public Result runWithInput(String input, String... arguments) {
        var command = new ArrayList<>(List.of(
                program.toString(), "--kubeconfig=" + kubeconfig, "--cache-dir=" + home.resolve("kubectl-cache")));
        command.addAll(List.of(arguments));
        try {
            var process = new ProcessBuilder(command).start();
            var output = reading(process.inputReader(StandardCharsets.UTF_8));
            var errors = reading(process.errorReader(StandardCharsets.UTF_8));
            try (var stdin = process.outputWriter(StandardCharsets.UTF_8)) {
                stdin.write(input);
            }
            return new Result(process.waitFor(), output.join(), errors.join());
        } catch (IOException failed) {
            throw new ControlPlaneException("cannot run kubectl", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("interrupted while kubectl ran", interrupted);
        }
    }

    /** Never on the common pool: HTTP clients of the same process complete their requests there. */
    private static CompletableFuture<String> reading(Reader stream) {
        return CompletableFuture.supplyAsync(() -> read(stream), Thread::startVirtualThread);
    }

    private static String read(Reader stream) {
        try (stream) {
            return stream.readAllAsString();
        } catch (IOException broken) {
            throw new ControlPlaneException("cannot read what kubectl says", broken);
        }
    }
}
