package dev.hyperterse.install;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.file.Path;
import java.util.List;
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

    Chart(String chart) {
        this.chart = chart;
    }

    Path directory() {
        return Path.of("..", "charts", chart).toAbsolutePath().normalize();
    }

    LintResult lint() {
        return new Helm(directory()).lint().strict().call();
    }

    /** Throws with the message of Helm when the values are refused. */
    String rendered(String namespace, Path values) {
        return rendered(directory(), chart, namespace, values);
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
