package dev.hyperterse.runtime.source.kubernetes;

import dev.hyperterse.catalog.CatalogException;
import dev.hyperterse.runtime.source.kubernetes.api.ApiServerException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The ConfigMap or Secret that a read or a watch returned: its version and its entries.
 *
 * @param resourceVersion the start of the next watch
 */
record StoredEntries(String resourceVersion, JsonNode object) {
    private static final JsonMapper MAPPER = new JsonMapper();

    static StoredEntries parse(byte[] json) {
        try {
            return of(MAPPER.readTree(json));
        } catch (JacksonException broken) {
            throw new ApiServerException("the API server did not answer with JSON", broken);
        }
    }

    static StoredEntries of(JsonNode object) {
        return new StoredEntries(object.at("/metadata/resourceVersion").asString(""), object);
    }

    /** An entry of {@code data} or {@code binaryData} of a ConfigMap, or of {@code data} of a Secret. */
    Optional<byte[]> entry(String key) {
        var secret = object.path("kind").asString("").equals("Secret");
        var text = object.path("data").path(key);
        if (text.isString() && !secret) {
            return Optional.of(text.asString().getBytes(StandardCharsets.UTF_8));
        }
        var encoded = secret ? text : object.path("binaryData").path(key);
        return encoded.isString() ? Optional.of(decode(key, encoded.asString())) : Optional.empty();
    }

    Map<String, byte[]> entries() {
        var entries = new TreeMap<String, byte[]>();
        object.path("data").propertyNames().forEach(key -> entry(key).ifPresent(content -> entries.put(key, content)));
        return entries;
    }

    private static byte[] decode(String key, String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException broken) {
            // Omits the cause, which may quote a part of a secret.
            throw new CatalogException("entry " + key + " is not base64");
        }
    }
}
