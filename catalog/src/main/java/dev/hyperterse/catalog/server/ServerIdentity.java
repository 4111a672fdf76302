package dev.hyperterse.catalog.server;

/** Which object the server is; another {@code uid} under the same name is another server. */
public record ServerIdentity(String namespace, String name, String uid, long generation) {
    public String display() {
        return namespace + "/" + name;
    }
}
