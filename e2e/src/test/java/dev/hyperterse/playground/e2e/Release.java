package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hyperterse.crds.SchemaDigest;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A release as a user installs it, by {@code kubectl apply} of its one file. Releases differ in the fields that their CRDs
 * have and in the version that their images are called by; what runs is the code of this checkout.
 */
record Release(String version, List<ObjectNode> documents) {
    private static final String FILE = "/META-INF/hyperterse/install/hyperterse.yaml";
    private static final String SYSTEM = "--namespace=hyperterse-system";
    private static final String OPERATOR = "deployment/hyperterse-operator";
    private static final Pattern IMAGE = Pattern.compile("(hyperterse/(?:operator|runtime)):(\\S+)");

    Release {
        documents = List.copyOf(documents);
    }

    /** The one that the playground was started with. */
    static Release installed() throws IOException {
        var manifest = file();
        var image = IMAGE.matcher(manifest);
        assertThat(image.find()).isTrue();
        return new Release(image.group(2), documents(manifest));
    }

    /** The same under a version that its images are called by. */
    static Release called(String version) throws IOException {
        return new Release(version, documents(IMAGE.matcher(file()).replaceAll("$1:" + version)));
    }

    private static String file() throws IOException {
        try (var file = Release.class.getResourceAsStream(FILE)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<ObjectNode> documents(String manifest) {
        return Stream.of(manifest.split("\n---\n"))
                .map(document -> Serialization.unmarshal(document, ObjectNode.class))
                .toList();
    }

    /** Its tools have one more text. */
    Release withField(String field) {
        return withTools(spec -> spec.putObject(field).put("type", "string"));
    }

    Release withoutField(String field) {
        return withTools(spec -> assertThat(spec.remove(field)).isNotNull());
    }

    /** Its CRD of tools says that its schema is another one. */
    private Release withTools(Consumer<ObjectNode> change) {
        return new Release(
                version,
                documents.stream()
                        .map(document -> {
                            var copy = document.deepCopy();
                            if (copy.at("/metadata/name").asText().equals("tools.hyperterse.dev")) {
                                var schema = (ObjectNode) copy.at("/spec/versions/0/schema/openAPIV3Schema");
                                schema.put("description", "A tool." + SchemaDigest.note("0123456789ab"));
                                change.accept((ObjectNode) schema.at("/properties/spec/properties"));
                            }
                            return copy;
                        })
                        .toList());
    }

    /** Its CRDs alone, which come before its operator. */
    Release definitions() {
        return new Release(
                version,
                documents.stream()
                        .filter(document -> document.path("kind").asText().equals("CustomResourceDefinition"))
                        .toList());
    }

    /** Returns when the API server has taken it. */
    void applyTo(Gateway gateway) {
        var manifest = documents.stream().map(Serialization::asJson).collect(Collectors.joining("\n---\n"));
        var applied = gateway.playground()
                .kubectl()
                .runWithInput(manifest, "apply", "--server-side", "--force-conflicts", "-f", "-");
        assertThat(applied.succeeded())
                .as("kubectl apply: %s", applied.errors())
                .isTrue();
    }

    /** Returns when its operator runs. */
    void installTo(Gateway gateway) {
        applyTo(gateway);
        gateway.kubectlAnywhere("rollout", "status", OPERATOR, SYSTEM, "--timeout=180s");
    }
}
