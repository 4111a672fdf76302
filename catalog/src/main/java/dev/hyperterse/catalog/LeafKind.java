package dev.hyperterse.catalog;

/** The kinds of objects that attach to a server, as their manifests spell them. */
public enum LeafKind {
    Tool,
    Prompt,
    Resource
}
