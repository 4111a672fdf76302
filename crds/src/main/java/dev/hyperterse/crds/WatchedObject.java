package dev.hyperterse.crds;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserSequence;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the object of a watch event while it is parsed, where it is of this API. The client makes a tree of the whole object
 * first, which takes up to 26 times its text.
 */
final class WatchedObject extends JsonDeserializer<Object> {
    private static final String API_VERSION = "apiVersion";
    private static final String KIND = "kind";

    private static final Map<Map<String, String>, Class<? extends KubernetesResource>> KINDS = Stream.of(
                    HyperterseServer.class, Tool.class, Prompt.class, McpResource.class)
            .collect(Collectors.toUnmodifiableMap(
                    it -> Map.of(API_VERSION, HasMetadata.getApiVersion(it), KIND, HasMetadata.getKind(it)), it -> it));

    /** Lays it over the client's own deserializer. */
    abstract static class OfEvent {
        @JsonDeserialize(using = WatchedObject.class)
        Object object;

        @JsonDeserialize(using = WatchedObject.class)
        abstract void setObject(Object object);
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return context.readValue(parser, KubernetesResource.class);
        }
        // The API server writes the members in the order of the alphabet: these two come first.
        var head = context.bufferForInputBuffering(parser);
        head.copyCurrentEvent(parser);
        var type = new HashMap<String, String>();
        while (type.size() < 2 && parser.nextToken() == JsonToken.FIELD_NAME) {
            var name = parser.currentName();
            head.copyCurrentEvent(parser);
            if (parser.nextToken() == JsonToken.VALUE_STRING && (name.equals(API_VERSION) || name.equals(KIND))) {
                type.put(name, parser.getText());
            }
            head.copyCurrentStructure(parser);
        }
        if (type.size() < 2) {
            head.copyCurrentEvent(parser);
        }
        var whole = JsonParserSequence.createFlattened(false, head.asParser(parser), parser);
        whole.nextToken();
        return context.readValue(whole, KINDS.getOrDefault(type, KubernetesResource.class));
    }
}
