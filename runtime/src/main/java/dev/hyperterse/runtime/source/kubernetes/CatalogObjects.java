package dev.hyperterse.runtime.source.kubernetes;

import dev.hyperterse.catalog.encoding.CatalogNames;
import dev.hyperterse.catalog.encoding.Slot;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The API paths of the objects of one server's catalog. */
record CatalogObjects(String namespace, CatalogNames names) {
    String index() {
        return configMap(names.index());
    }

    String slot(Slot slot) {
        return configMap(names.slot(slot));
    }

    String values() {
        return secret(names.values());
    }

    String sessionKeys() {
        return secret(names.sessionKeys());
    }

    /** RBAC admits the index by its name only, so the watch must have the name in its field selector. */
    String watch(String resourceVersion, long timeoutSeconds) {
        return "/api/v1/namespaces/" + namespace + "/configmaps?watch=1&allowWatchBookmarks=true"
                + "&fieldSelector=" + URLEncoder.encode("metadata.name=" + names.index(), StandardCharsets.UTF_8)
                + "&resourceVersion=" + URLEncoder.encode(resourceVersion, StandardCharsets.UTF_8)
                + "&timeoutSeconds=" + timeoutSeconds;
    }

    private String secret(String name) {
        return "/api/v1/namespaces/" + namespace + "/secrets/" + name;
    }

    private String configMap(String name) {
        return "/api/v1/namespaces/" + namespace + "/configmaps/" + name;
    }
}
