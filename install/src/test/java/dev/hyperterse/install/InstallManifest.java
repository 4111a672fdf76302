package dev.hyperterse.install;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What {@code kubectl apply -f install/hyperterse.yaml} installs: the namespace, then what the charts render. */
final class InstallManifest {
    static final Path FILE = Path.of("hyperterse.yaml");

    /** A RoleBinding that is applied to each gateway namespace. */
    static final Path GATEWAY_NAMESPACE = Path.of("gateway-namespace.yaml");

    static final String UPDATE =
            "mvn -pl install -am test -Dtest=CommittedManifestTest,ChartTest -Dinstall.update=true "
                    + "-Dsurefire.failIfNoSpecifiedTests=false";

    private static final String NAMESPACE = "hyperterse-system";

    private InstallManifest() {}

    static String generated() throws IOException {
        return "# Generated from charts/hyperterse-crds and charts/hyperterse-operator. Rewrite it with:\n#   " + UPDATE
                + "\n" + Files.readString(Path.of("namespace.yaml"))
                + Chart.CRDS.rendered(NAMESPACE, Path.of("crds-values.yaml"))
                + Chart.OPERATOR.rendered(NAMESPACE, Path.of("operator-values.yaml"));
    }

    static List<HasMetadata> objects() throws IOException {
        try (var file = Files.newInputStream(FILE)) {
            return new KubernetesSerialization().unmarshal(file);
        }
    }

    static <T extends HasMetadata> T object(Class<T> type, String name) throws IOException {
        return objects().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .filter(object -> object.getMetadata().getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static List<ClusterRole> clusterRoles() throws IOException {
        return objects().stream()
                .filter(ClusterRole.class::isInstance)
                .map(ClusterRole.class::cast)
                .toList();
    }
}
