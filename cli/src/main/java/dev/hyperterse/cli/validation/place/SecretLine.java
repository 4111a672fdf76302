package dev.hyperterse.cli.validation.place;

import dev.hyperterse.cli.document.FileNames;
import dev.hyperterse.cli.manifest.DotEnv;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestSet;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The line that gives the value of a Secret on this machine. */
final class SecretLine {
    private static final String REFERENCE = "secretKeyRef";

    private SecretLine() {}

    /** The remedy for a key of a Secret that is not there; empty for other problems. */
    static Optional<String> missing(ManifestSet directory, Manifest manifest, Problem problem) {
        var segments = problem.segments();
        var end = segments.lastIndexOf(REFERENCE) + 1;
        return (problem.reason() == Reason.SecretNotFound || problem.reason() == Reason.KeyNotFound)
                        && end > 0
                        && ReferredText.value(manifest.content(), segments.subList(0, end)) instanceof Map<?, ?> map
                        && map.get("key") instanceof String key
                ? Optional.of("%s; for this machine write %s=... in %s, or set it in the shell"
                        .formatted(problem.remedy(), key, file(directory.directory())))
                : Optional.empty();
    }

    private static String file(Path directory) {
        var folder = Files.isRegularFile(directory)
                ? Optional.ofNullable(directory.getParent()).orElse(Path.of(""))
                : directory;
        return FileNames.display(folder.resolve(DotEnv.FILE_NAME));
    }
}
