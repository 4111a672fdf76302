package dev.hyperterse.compiler;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hyperterse.compiler.resolve.Documents;
import dev.hyperterse.compiler.resolve.Entries;
import dev.hyperterse.compiler.resolve.ServerInputs;
import dev.hyperterse.compiler.resolve.grant.Namespaces;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Objects out of YAML, as an API server would hand them to the operator. */
public final class Manifests implements Documents {
    private static final ObjectMapper MAPPER = ApiSerialization.mapper();

    private final List<HyperterseServer> servers = new ArrayList<>();
    private final List<Tool> tools = new ArrayList<>();
    private final List<Prompt> prompts = new ArrayList<>();
    private final List<McpResource> resources = new ArrayList<>();
    private final Map<String, Entries> configMaps = new HashMap<>();
    private final Map<String, Entries> secrets = new HashMap<>();
    private final Map<String, Map<String, String>> namespaces = new HashMap<>();

    public static Manifests read(String... texts) {
        var manifests = new Manifests();
        for (var text : texts) {
            new Load(LoadSettings.builder().setCodePointLimit(64 << 20).build())
                    .loadAllFromString(text)
                    .forEach(document -> manifests.add((Map<?, ?>) document));
        }
        return manifests;
    }

    /** What the one server among the objects is compiled from. */
    public ServerInputs inputs() {
        if (servers.size() != 1) {
            throw new IllegalStateException("one HyperterseServer is needed, there are " + servers.size());
        }
        return ServerInputs.of(servers.getFirst())
                .withLeaves(tools, prompts, resources)
                .withDocuments(this)
                .withNamespaces(new Namespaces(namespaces));
    }

    public List<Tool> tools() {
        return tools;
    }

    @Override
    public Optional<Entries> configMap(String namespace, String name) {
        return Optional.ofNullable(configMaps.get(namespace + "/" + name));
    }

    @Override
    public Optional<Entries> secret(String namespace, String name) {
        return Optional.ofNullable(secrets.get(namespace + "/" + name));
    }

    private void add(Map<?, ?> document) {
        switch (document.get("kind").toString()) {
            case "HyperterseServer" -> servers.add(read(document, HyperterseServer.class));
            case "Tool" -> tools.add(read(document, Tool.class));
            case "Prompt" -> prompts.add(read(document, Prompt.class));
            case "Resource" -> resources.add(read(document, McpResource.class));
            case "ConfigMap" -> {
                var configMap = read(document, ConfigMap.class);
                configMaps.put(
                        key(configMap),
                        Entries.ofConfigMap(
                                orEmpty(configMap.getMetadata().getLabels()),
                                orEmpty(configMap.getData()),
                                decoded(configMap.getBinaryData())));
            }
            case "Secret" -> {
                var secret = read(document, Secret.class);
                var values = new HashMap<>(decoded(secret.getData()));
                orEmpty(secret.getStringData())
                        .forEach((name, text) -> values.put(name, text.getBytes(StandardCharsets.UTF_8)));
                secrets.put(key(secret), Entries.decoded(values));
            }
            case "Namespace" -> {
                var namespace = read(document, Namespace.class).getMetadata();
                namespaces.put(namespace.getName(), orEmpty(namespace.getLabels()));
            }
            default -> throw new IllegalStateException("no such kind here: " + document.get("kind"));
        }
    }

    private static <T extends HasMetadata> T read(Map<?, ?> document, Class<T> type) {
        var object = MAPPER.convertValue(document, type);
        var metadata = object.getMetadata();
        if (metadata.getNamespace() == null) {
            metadata.setNamespace("default");
        }
        if (metadata.getUid() == null) {
            metadata.setUid("uid-of-" + object.getKind() + "-" + key(object));
        }
        if (metadata.getGeneration() == null) {
            metadata.setGeneration(1L);
        }
        return object;
    }

    private static String key(HasMetadata object) {
        return object.getMetadata().getNamespace() + "/" + object.getMetadata().getName();
    }

    private static Map<String, String> orEmpty(Map<String, String> entries) {
        return entries == null ? Map.of() : entries;
    }

    private static Map<String, byte[]> decoded(Map<String, String> entries) {
        var decoded = new HashMap<String, byte[]>();
        orEmpty(entries)
                .forEach((name, text) -> decoded.put(name, Base64.getDecoder().decode(text)));
        return decoded;
    }
}
