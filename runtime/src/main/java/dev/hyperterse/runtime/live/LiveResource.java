package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.runtime.access.CallRules;
import dev.hyperterse.runtime.live.Listing.Entry;
import dev.hyperterse.runtime.tool.LinkedTool;
import java.util.Optional;

/**
 * One resource or template, ready to be listed and read.
 *
 * @param computed what runs on each read, unless the content is fixed
 * @param matcher how URIs of a template are recognised
 * @param rules that decide about each read
 */
public record LiveResource(
        ResourceLeaf leaf,
        Entry listed,
        Optional<LinkedTool> computed,
        Optional<TemplateMatcher> matcher,
        Optional<CallRules> rules) {
    /** Whether a reader would see something else, as far as a replica can know: rows change without it. */
    boolean sameContent(LiveResource other) {
        return this == other
                || leaf.body().equals(other.leaf.body()) && leaf.mimeType().equals(other.leaf.mimeType());
    }
}
