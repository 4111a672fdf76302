package dev.hyperterse.operator.read.installation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hyperterse.crds.v1alpha1.HyperterseServerSpec;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.McpResourceSpec;
import dev.hyperterse.crds.v1alpha1.PromptSpec;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the CRDs in the cluster have all fields that this build knows. They are installed apart from the operator, so
 * they can be older: fields that authors write, and parts of statuses, are then dropped without a word. Asked of the schema
 * that the API server publishes, which needs no right.
 */
public final class InstalledDefinitions implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(InstalledDefinitions.class);
    private static final String SCHEMAS = "/openapi/v3/apis/hyperterse.dev/v1alpha1";
    private static final Duration PACE = Duration.ofMinutes(5);
    private static final int NAMED = 5;

    private static final Map<String, Map<String, Class<?>>> PARTS = Map.of(
            "HyperterseServer", Map.of("spec", HyperterseServerSpec.class, "status", HyperterseServerStatus.class),
            "Tool", Map.of("spec", ToolSpec.class, "status", LeafStatus.class),
            // Their statuses have no tool name, which is a field of the same record.
            "Prompt", Map.of("spec", PromptSpec.class),
            "Resource", Map.of("spec", McpResourceSpec.class));

    private final Supplier<String> schemas;
    private final Runnable changed;
    private final ObjectMapper mapper = new ObjectMapper();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("definitions").daemon().factory());
    private volatile Map<String, List<String>> missing = Map.of();

    /** @param changed runs when {@link #outdated()} has changed */
    InstalledDefinitions(Supplier<String> schemas, Runnable changed) {
        this.schemas = schemas;
        this.changed = changed;
    }

    public static InstalledDefinitions of(KubernetesClient client, Runnable changed) {
        return new InstalledDefinitions(() -> client.raw(SCHEMAS), changed);
    }

    public void start() {
        thread.scheduleWithFixedDelay(this::look, 0, PACE.toSeconds(), TimeUnit.SECONDS);
    }

    void look() {
        try {
            var now = missingIn(mapper.readTree(schemas.get()));
            if (!now.equals(missing)) {
                missing = now;
                outdated().ifPresent(which -> LOG.atWarn()
                        .addKeyValue("event", "definitions_outdated")
                        .addKeyValue("missing", which)
                        .log("the CRDs are older than the operator; apply those of its version"));
                changed.run();
            }
        } catch (Exception unread) {
            // The API server is away, or publishes no schemas; what was found before stays.
            LOG.atDebug()
                    .addKeyValue("event", "definitions_unread")
                    .setCause(unread)
                    .log("asks again");
        }
    }

    /** Fields that the CRD of a kind lacks; every kind is there. */
    public Map<String, Integer> missing() {
        return PARTS.keySet().stream()
                .collect(Collectors.toMap(kind -> kind, kind -> missing.getOrDefault(kind, List.of())
                        .size()));
    }

    /** Some of the missing fields, for people; empty while nothing is missing, as far as is known. */
    public Optional<String> outdated() {
        var all = new ArrayList<String>();
        missing.forEach((kind, fields) -> fields.forEach(field -> all.add(kind + " " + field)));
        return Optional.of(all)
                .filter(it -> !it.isEmpty())
                .map(it -> it.stream().limit(NAMED).collect(Collectors.joining(", "))
                        + (it.size() > NAMED ? " and %d more".formatted(it.size() - NAMED) : ""));
    }

    private static Map<String, List<String>> missingIn(JsonNode document) {
        var missing = new TreeMap<String, List<String>>();
        for (var schema : document.path("components").path("schemas")) {
            for (var name : schema.path("x-kubernetes-group-version-kind")) {
                var kind = name.path("kind").asText();
                var fields = new ArrayList<String>();
                PARTS.getOrDefault(kind, Map.of())
                        .forEach((part, type) -> fields.addAll(
                                MissingFields.of(type, schema.path("properties").path(part), part)));
                if (!fields.isEmpty()) {
                    missing.put(kind, fields.stream().sorted().toList());
                }
            }
        }
        return missing;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
