package dev.hyperterse.search.document;

/** A member that a hit can have beside the name, score, title and description of its tool. */
public enum HitMember {
    STATEMENT,
    INPUTS,
    INPUT_SCHEMA,
    OUTPUT_SCHEMA,
    ANNOTATIONS
}
