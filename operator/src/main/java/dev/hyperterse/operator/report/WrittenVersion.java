package dev.hyperterse.operator.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonToken;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;

/** Reads {@code metadata.resourceVersion} from the answer to a write, and makes no object of the rest. */
final class WrittenVersion {
    private static final JsonFactory JSON = new JsonFactory();
    private static final String NAME = "resourceVersion";
    private static final JsonPointer PLACE = JsonPointer.compile("/metadata/" + NAME);

    private WrittenVersion() {}

    static String in(byte[] answer) {
        try (var parser = JSON.createParser(answer)) {
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING
                        && NAME.equals(parser.currentName())
                        && PLACE.equals(parser.getParsingContext().pathAsPointer())) {
                    return parser.getText();
                }
            }
        } catch (IOException malformed) {
            throw new KubernetesClientException("a status was written, and the answer is malformed", malformed);
        }
        throw new KubernetesClientException("a status was written, and the answer names no resourceVersion");
    }
}
