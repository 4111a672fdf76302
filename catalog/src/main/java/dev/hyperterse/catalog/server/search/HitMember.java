package dev.hyperterse.catalog.server.search;

/** A member of a hit beside the name, score, title and description of its tool. */
public enum HitMember {
    Statement,
    Inputs,
    InputSchema,
    OutputSchema,
    Annotations
}
