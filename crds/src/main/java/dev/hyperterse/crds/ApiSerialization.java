package dev.hyperterse.crds;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;

/**
 * How the Kubernetes client reads and writes objects of this API: with {@code Optional}, and without ever failing on a
 * field or enum value that a newer CRD brought. The client's own settings end the whole process on such an object.
 */
public final class ApiSerialization {
    private static final int DEPTH = 12_000;

    /** A watch that the API server ends says so by a status. */
    private static final List<Class<? extends KubernetesResource>> KNOWN =
            List.of(HyperterseServer.class, Tool.class, Prompt.class, McpResource.class, Status.class);

    private static final ObjectMapper MAPPER = configured();

    private ApiSerialization() {}

    /**
     * Settings for one Kubernetes client; also for reading manifests without one. To know all kinds, as clients do by
     * themselves, is to load 800 classes. A watch event of an unknown kind is read in two steps.
     *
     * @param kinds of Kubernetes itself that are to be known
     */
    @SafeVarargs
    public static KubernetesSerialization create(Class<? extends HasMetadata>... kinds) {
        var serialization = new KubernetesSerialization(MAPPER.copy(), false);
        KNOWN.forEach(serialization::registerKubernetesResource);
        for (var kind : kinds) {
            serialization.registerKubernetesResource(kind);
        }
        return serialization;
    }

    /**
     * Everything that the API server holds can be read: it refuses 10,000 levels, the mapper by itself 1,000, and then
     * a watch ends at the one object of one author.
     */
    private static JsonFactory asDeepAsTheApiServer() {
        return JsonFactory.builder()
                .streamReadConstraints(
                        StreamReadConstraints.builder().maxNestingDepth(DEPTH).build())
                .streamWriteConstraints(
                        StreamWriteConstraints.builder().maxNestingDepth(DEPTH).build())
                .build();
    }

    /**
     * The mapper of {@link #create()}, for callers with a parsed tree. One for the process, because making readers of all
     * kinds takes far longer than reading: who needs other settings takes a copy.
     */
    public static ObjectMapper mapper() {
        return MAPPER;
    }

    private static ObjectMapper configured() {
        var mapper = new ObjectMapper(asDeepAsTheApiServer());
        var annotations = mapper.getDeserializationConfig().getAnnotationIntrospector();
        return mapper.setAnnotationIntrospector(AnnotationIntrospector.pair(annotations, new ApiAnnotations()))
                .registerModule(new Jdk8Module())
                .addMixIn(WatchEvent.class, WatchedObject.OfEvent.class)
                .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
                .configure(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE, true)
                // Enums of Kubernetes' own types have no default to fall back to.
                .configure(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL, true);
    }
}
