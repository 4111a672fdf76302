package dev.hyperterse.runtime.live.definition;

import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.runtime.access.CallRules;
import dev.hyperterse.runtime.live.definition.Listing.Entry;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import java.util.Optional;

/**
 * One prompt, ready to be listed and rendered.
 *
 * @param computed the tool that runs on each get; empty if the messages are fixed
 * @param completed asks another server for values of its arguments; empty if it is not of one
 * @param rules the rules that decide about each get
 */
public record LivePrompt(
        PromptLeaf leaf,
        Entry listed,
        Optional<LinkedTool> computed,
        Optional<LinkedTool> completed,
        Optional<CallRules> rules) {}
