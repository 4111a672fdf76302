package dev.hyperterse.cli.snapshot;

import java.util.HashMap;
import java.util.Map;

/** The labels of an object as its manifest writes them. */
final class ManifestLabels {
    private ManifestLabels() {}

    static Map<String, String> of(Map<String, Object> content) {
        var labels = new HashMap<String, String>();
        if (content.get("metadata") instanceof Map<?, ?> metadata && metadata.get("labels") instanceof Map<?, ?> map) {
            map.forEach((key, value) -> labels.put(key.toString(), value instanceof String text ? text : ""));
        }
        return labels;
    }
}
