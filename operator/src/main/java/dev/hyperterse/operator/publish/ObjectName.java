package dev.hyperterse.operator.publish;

import dev.hyperterse.catalog.CatalogNames;
import dev.hyperterse.catalog.Slot;
import dev.hyperterse.catalog.server.ServerIdentity;

/** One of the objects that a server's catalog is stored in, in the server's namespace. */
public record ObjectName(Type type, String namespace, String name) {
    /** The Kubernetes kinds in use. */
    public enum Type {
        CONFIG_MAP,
        SECRET
    }

    public static ObjectName index(ServerIdentity server) {
        return new ObjectName(Type.CONFIG_MAP, server.namespace(), names(server).index());
    }

    public static ObjectName slot(ServerIdentity server, Slot slot) {
        return new ObjectName(Type.CONFIG_MAP, server.namespace(), names(server).slot(slot));
    }

    public static ObjectName values(ServerIdentity server) {
        return new ObjectName(Type.SECRET, server.namespace(), names(server).values());
    }

    private static CatalogNames names(ServerIdentity server) {
        return new CatalogNames(server.name());
    }
}
