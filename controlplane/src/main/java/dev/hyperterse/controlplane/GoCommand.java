package dev.hyperterse.controlplane;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The Go of this machine, as it is: no other one is fetched for a module that asks for it.
 *
 * @param environment beside that of this JVM
 */
record GoCommand(String program, Map<String, String> environment) {
    GoCommand {
        environment = Map.copyOf(environment);
    }

    static GoCommand onPath() {
        return new GoCommand("go", Map.of());
    }

    /** @param output of both streams */
    record Finished(int exit, String output) {
        String lastLine() {
            return output.lines().reduce((first, second) -> second).orElse("no output");
        }
    }

    Finished run(Path directory, List<String> command) throws IOException {
        var builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().putAll(Map.of("CGO_ENABLED", "0", "GOTOOLCHAIN", "local", "GOWORK", "off"));
        builder.environment().putAll(environment);
        var process = builder.start();
        try {
            process.getOutputStream().close();
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Finished(process.waitFor(), output);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + command.getFirst() + " ran", interrupted);
        } finally {
            process.destroy();
        }
    }
}
