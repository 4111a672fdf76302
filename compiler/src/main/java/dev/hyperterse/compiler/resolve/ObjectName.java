package dev.hyperterse.compiler.resolve;

import dev.hyperterse.catalog.encoding.CatalogNames;
import dev.hyperterse.catalog.encoding.Slot;
import dev.hyperterse.catalog.server.ServerIdentity;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;

/** A ConfigMap or Secret that something refers to or that a catalog is stored in, whether it exists or not. */
public record ObjectName(Type type, String namespace, String name) {
    /** The Kubernetes kinds in use. */
    public enum Type {
        CONFIG_MAP(ConfigMap.class),
        SECRET(Secret.class);

        private final Class<? extends HasMetadata> kind;

        Type(Class<? extends HasMetadata> kind) {
            this.kind = kind;
        }

        public Class<? extends HasMetadata> kind() {
            return kind;
        }
    }

    public static ObjectName configMap(String namespace, String name) {
        return new ObjectName(Type.CONFIG_MAP, namespace, name);
    }

    public static ObjectName secret(String namespace, String name) {
        return new ObjectName(Type.SECRET, namespace, name);
    }

    public static ObjectName index(ServerIdentity server) {
        return configMap(server.namespace(), names(server).index());
    }

    public static ObjectName slot(ServerIdentity server, Slot slot) {
        return configMap(server.namespace(), names(server).slot(slot));
    }

    public static ObjectName values(ServerIdentity server) {
        return secret(server.namespace(), names(server).values());
    }

    private static CatalogNames names(ServerIdentity server) {
        return new CatalogNames(server.name());
    }
}
