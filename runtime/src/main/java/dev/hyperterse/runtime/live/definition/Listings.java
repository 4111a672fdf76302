package dev.hyperterse.runtime.live.definition;

/**
 * The pages of the five lists, rendered once for all callers that see the same definitions.
 *
 * @param views whether the resources have views of tools
 * @param entryTools whether the list of tools has the entry tools
 * @param ownTools whether it has the tools of the server themselves
 */
public record Listings(
        Listing tools,
        Listing prompts,
        Listing resources,
        Listing templates,
        Listing skills,
        boolean views,
        boolean entryTools,
        boolean ownTools) {}
