package dev.hyperterse.install;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What {@code kubectl apply -f install/hyperterse.yaml} installs: the parts in their order, the CRDs after the namespace. */
final class InstallManifest {
    static final Path FILE = Path.of("hyperterse.yaml");

    /** A RoleBinding that is applied to each gateway namespace. */
    static final Path GATEWAY_NAMESPACE = Path.of("gateway-namespace.yaml");

    static final String UPDATE = "mvn -pl install -am test -Dtest=CommittedManifestTest -Dinstall.update=true "
            + "-Dsurefire.failIfNoSpecifiedTests=false";

    private static final Path PARTS = Path.of("parts");
    private static final Path DEFINITIONS = Path.of("..", "crds", "manifests");
    private static final String VERSION = "${version}";

    private InstallManifest() {}

    static String generated() throws IOException {
        var documents = new ArrayList<String>();
        for (var part : yamlFilesIn(PARTS)) {
            documents.add(Files.readString(part).replace(VERSION, System.getProperty("hyperterse.version")));
        }
        var definitions = new ArrayList<String>();
        for (var definition : yamlFilesIn(DEFINITIONS)) {
            definitions.add(withoutComments(Files.readString(definition)));
        }
        documents.addAll(1, definitions);
        return "# Generated from install/parts and crds/manifests. Rewrite it with:\n#   " + UPDATE + "\n"
                + String.join("---\n", documents);
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

    private static List<Path> yamlFilesIn(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    private static String withoutComments(String yaml) {
        return yaml.lines().filter(line -> !line.startsWith("#")).collect(Collectors.joining("\n", "", "\n"));
    }
}
