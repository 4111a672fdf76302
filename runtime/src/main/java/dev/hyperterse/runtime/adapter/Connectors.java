package dev.hyperterse.runtime.adapter;

/** Opens connectors; one method, so that tests can bring their own engines. */
@FunctionalInterface
public interface Connectors {
    /** A connector that has not connected yet. Settings that can never work make one that says so when it is used. */
    Connector open(AdapterSettings settings, Permits permits);
}
