package dev.hyperterse.catalog.server;

/** What a hit of a search has beside the name, score, title and description of its tool. */
public enum HitMember {
    Statement,
    Inputs,
    InputSchema,
    OutputSchema,
    Annotations
}
