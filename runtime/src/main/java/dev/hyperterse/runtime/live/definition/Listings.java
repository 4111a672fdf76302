package dev.hyperterse.runtime.live.definition;

/** The pages of the four lists, rendered once for all callers that see the same definitions. */
public record Listings(Listing tools, Listing prompts, Listing resources, Listing templates) {}
