package dev.hyperterse.controlplane;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Builds the programs with the Go that is on the PATH, from the Go module beside this class. Flags and versions are those
 * of any ordinary {@code go build} of them, so its build cache is shared with other users of the same versions.
 */
final class GoBuild {
    private static final List<String> MODULE_FILES = List.of("go.mod", "go.sum", "tools.go");
    private static final Pattern VERSION = Pattern.compile("go version go1\\.(\\d+)\\S* .*", Pattern.DOTALL);
    private static final int OLDEST_GO = 25;

    private final GoCommand go;

    GoBuild(String go, Map<String, String> environment) {
        this.go = new GoCommand(go, environment);
    }

    static GoBuild onPath() {
        return new GoBuild("go", Map.of());
    }

    /** The outcome of a build. */
    sealed interface Outcome {
        record Built() implements Outcome {}

        record Failed(String reason) implements Outcome {}
    }

    /** Names the versions: another module or other flags never find the programs of these. */
    String key() {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            for (var file : MODULE_FILES) {
                digest.update(resource(file));
            }
            for (var program : Program.values()) {
                digest.update(String.join(" ", program.buildCommand("go", "")).getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    Outcome build(Program program, Path workingDirectory, Path output) {
        try {
            var problem = versionProblem(workingDirectory);
            if (problem.isPresent()) {
                return new Outcome.Failed(problem.get());
            }
            for (var file : MODULE_FILES) {
                Files.write(workingDirectory.resolve(file), resource(file));
            }
            var finished = go.run(workingDirectory, program.buildCommand(go.program(), output.toString()));
            return finished.exit() == 0
                    ? new Outcome.Built()
                    : new Outcome.Failed("go build of " + program.fileName()
                            + " failed (is the Go module proxy reachable?): " + finished.lastLine());
        } catch (IOException failed) {
            return new Outcome.Failed("go build of " + program.fileName() + " could not run: " + failed.getMessage());
        }
    }

    private Optional<String> versionProblem(Path directory) {
        try {
            var version = go.run(directory, List.of(go.program(), "version"));
            var parsed = VERSION.matcher(version.output());
            return parsed.matches() && Integer.parseInt(parsed.group(1)) >= OLDEST_GO
                    ? Optional.empty()
                    : Optional.of("Go 1." + OLDEST_GO + " or newer is needed, found: " + version.lastLine());
        } catch (IOException absent) {
            return Optional.of("Go 1." + OLDEST_GO + " or newer is needed, and the PATH has no '" + go.program() + "'");
        }
    }

    private static byte[] resource(String name) {
        try (var stream = GoBuild.class.getResourceAsStream("go/" + name)) {
            return stream.readAllBytes();
        } catch (IOException incomplete) {
            throw new ControlPlaneException("this build lacks its resource go/" + name, incomplete);
        }
    }
}
