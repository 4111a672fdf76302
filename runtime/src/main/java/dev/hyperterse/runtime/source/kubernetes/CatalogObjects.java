package dev.hyperterse.runtime.source.kubernetes;

import dev.hyperterse.catalog.Slot;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Where the objects of one server's catalog are found. Names are those that the operator's publisher writes. */
record CatalogObjects(String namespace, String server) {
    /** The entry of the index object that the index is in. */
    static final String INDEX_ENTRY = "index.json";

    String indexName() {
        return server + "-catalog";
    }

    String index() {
        return configMap(indexName());
    }

    String slot(Slot slot) {
        return configMap(server + "-catalog-" + slot.suffix());
    }

    String values() {
        return "/api/v1/namespaces/" + namespace + "/secrets/" + server + "-values";
    }

    /** The role names the index, and a watch of one object needs the name in the selector to be allowed by it. */
    String watch(String resourceVersion, long timeoutSeconds) {
        return "/api/v1/namespaces/" + namespace + "/configmaps?watch=1&allowWatchBookmarks=true"
                + "&fieldSelector=" + URLEncoder.encode("metadata.name=" + indexName(), StandardCharsets.UTF_8)
                + "&resourceVersion=" + URLEncoder.encode(resourceVersion, StandardCharsets.UTF_8)
                + "&timeoutSeconds=" + timeoutSeconds;
    }

    private String configMap(String name) {
        return "/api/v1/namespaces/" + namespace + "/configmaps/" + name;
    }
}
