package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.runtime.live.Listing.Entry;

/** One prompt, ready to be listed and rendered. */
public record LivePrompt(PromptLeaf leaf, Entry listed) {}
