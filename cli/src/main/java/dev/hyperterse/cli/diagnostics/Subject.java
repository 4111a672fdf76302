package dev.hyperterse.cli.diagnostics;

/** The object that a diagnostic is about, as people name it: {@code Tool shop/list-orders}. */
public record Subject(String kind, String namespace, String name) {
    @Override
    public String toString() {
        return kind + " " + (namespace.isEmpty() ? "" : namespace + "/") + (name.isEmpty() ? "(no name)" : name);
    }
}
