package dev.hyperterse.install;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A chart of this repository, rendered by Helm within this process. */
enum Chart {
    CRDS("hyperterse-crds"),
    OPERATOR("hyperterse-operator"),
    SERVER("hyperterse-server"),
    TENANT("hyperterse-tenant");

    /** Without a cluster, Helm takes an old version. */
    private static final String KUBERNETES = "1.35.0";

    private final String chart;
    private Optional<Path> copy = Optional.empty();

    Chart(String chart) {
        this.chart = chart;
    }

    Path directory() {
        return Path.of("..", "charts", chart).toAbsolutePath().normalize();
    }

    /** A copy whose links are files: Helm prints a line for each link, each time that it reads a chart. */
    private synchronized Path copy() {
        if (copy.isEmpty()) {
            copy = Optional.of(copied(directory(), Path.of("target", "charts", chart)));
        }
        return copy.get();
    }

    private static Path copied(Path from, Path to) {
        try (var files = Files.walk(from, FileVisitOption.FOLLOW_LINKS)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var target = to.resolve(from.relativize(file));
                Files.createDirectories(target.getParent());
                Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
            }
            return to.toAbsolutePath();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    LintResult lint() {
        return new Helm(copy()).lint().strict().call();
    }

    /** Throws with the message of Helm when the values are refused. */
    String rendered(String namespace, Path values) {
        return rendered(copy(), chart, namespace, values);
    }

    static String rendered(Path directory, String release, String namespace, Path values) {
        var text = new Helm(directory)
                .template()
                .withName(release)
                .withNamespace(namespace)
                .withKubeVersion(KUBERNETES)
                .withValuesFile(values.toAbsolutePath())
                .call();
        return text.lines()
                        .filter(line -> !line.startsWith("# Source: "))
                        .map(String::stripTrailing)
                        .collect(Collectors.joining("\n"))
                + "\n";
    }

    static List<HasMetadata> objects(String rendered) {
        return new KubernetesSerialization().unmarshal(rendered);
    }
}
