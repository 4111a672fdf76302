package dev.hyperterse.runtime.live.definition;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.runtime.access.CallRules;
import dev.hyperterse.runtime.live.definition.Listing.Entry;
import dev.hyperterse.runtime.live.template.TemplateMatcher;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import java.util.Optional;

/**
 * One resource or template, ready to be listed and read.
 *
 * @param computed the tool that runs on each read; empty if the content is fixed
 * @param completed asks another server for values of its variables; empty if it is no template of one
 * @param matcher matches URIs with the template
 * @param rules the rules that decide about each read
 * @param skill its entry and folders, where it is a skill
 * @param tool the tool that it is the view of: clients see both, or none
 */
public record LiveResource(
        ResourceLeaf leaf,
        Entry listed,
        Optional<LinkedTool> computed,
        Optional<LinkedTool> completed,
        Optional<TemplateMatcher> matcher,
        Optional<CallRules> rules,
        Optional<LiveSkill> skill,
        Optional<ToolLeaf> tool) {
    /** Encodes what lists show of it. */
    public static LiveResource of(
            ResourceLeaf leaf,
            Optional<LinkedTool> computed,
            Optional<LinkedTool> completed,
            Optional<TemplateMatcher> matcher,
            Optional<CallRules> rules) {
        var listed = LeafJson.resource(leaf);
        return new LiveResource(
                leaf, listed, computed, completed, matcher, rules, LiveSkill.of(leaf, listed), Optional.empty());
    }

    /** The view of a tool; it is fixed, and has no rules of calls. */
    public static LiveResource ofView(ResourceLeaf page, ToolLeaf tool) {
        return new LiveResource(
                page,
                LeafJson.resource(page),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(tool));
    }

    /** The definition whose policy decides who sees it. */
    public Leaf definition() {
        return tool.<Leaf>map(it -> it).orElse(leaf);
    }

    /** Whether the lists show the same of both. */
    public boolean sameEntries(LiveResource other) {
        return listed.same(other.listed)
                && skill.isPresent() == other.skill.isPresent()
                && skill.stream().allMatch(it -> it.entry()
                        .same(other.skill.orElseThrow().entry()));
    }

    /** Whether readers get the same content, as far as the definition decides: changed rows are not noticed. */
    public boolean sameContent(LiveResource other) {
        return this == other
                || leaf.body().equals(other.leaf.body()) && leaf.mimeType().equals(other.leaf.mimeType());
    }
}
