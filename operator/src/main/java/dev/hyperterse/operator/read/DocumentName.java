package dev.hyperterse.operator.read;

/** A ConfigMap or Secret that something refers to, whether it exists or not. */
public record DocumentName(Type type, String namespace, String name) {
    /** What kind of object it is. */
    public enum Type {
        CONFIG_MAP,
        SECRET
    }
}
