package dev.hyperterse.operator.read.installation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hyperterse.crds.SchemaDigest;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the CRDs in the cluster are those of this build. They are installed apart from the operator, so they can be
 * older: the API server then drops fields that authors write. Asked of the schemas that the API server publishes, which
 * needs no right.
 */
public final class InstalledDefinitions implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(InstalledDefinitions.class);
    private static final String SCHEMAS = "/openapi/v3/apis/hyperterse.dev/v1alpha1";
    private static final Duration PACE = Duration.ofMinutes(5);

    private final Map<String, String> built = Stream.<Class<? extends CustomResource<?, ?>>>of(
                    HyperterseServer.class, Tool.class, Prompt.class, McpResource.class)
            .collect(Collectors.toMap(HasMetadata::getKind, SchemaDigest::built));

    private final Supplier<String> schemas;
    private final Runnable changed;
    private final ObjectMapper mapper = new ObjectMapper();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("definitions").daemon().factory());
    private volatile Set<String> outdated = Set.of();

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
            var now = outdatedIn(mapper.readTree(schemas.get()));
            if (!now.equals(outdated)) {
                outdated = now;
                outdated().ifPresent(kinds -> LOG.atWarn()
                        .addKeyValue("event", "definitions_outdated")
                        .addKeyValue("kinds", kinds)
                        .log("the CRDs are not those of this version; apply them"));
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

    /** Of each kind, 1 where its CRD is another than this build's. */
    public Map<String, Integer> differences() {
        return built.keySet().stream().collect(Collectors.toMap(kind -> kind, kind -> outdated.contains(kind) ? 1 : 0));
    }

    /** The kinds whose CRDs differ, for people; empty while none is known to. */
    public Optional<String> outdated() {
        return Optional.of(String.join(", ", outdated)).filter(kinds -> !kinds.isEmpty());
    }

    private Set<String> outdatedIn(JsonNode document) {
        var differing = new TreeSet<String>();
        for (var schema : document.path("components").path("schemas")) {
            var installed = SchemaDigest.in(schema.path("description").asText());
            for (var name : schema.path("x-kubernetes-group-version-kind")) {
                var kind = name.path("kind").asText();
                if (built.containsKey(kind) && !installed.equals(Optional.of(built.get(kind)))) {
                    differing.add(kind);
                }
            }
        }
        return differing;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
