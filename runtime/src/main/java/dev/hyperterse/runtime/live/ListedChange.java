package dev.hyperterse.runtime.live;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.server.CodeSettings;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.runtime.live.definition.EntryToolTexts;
import dev.hyperterse.runtime.live.definition.Listing;
import dev.hyperterse.runtime.live.definition.ListingsBuilder;
import dev.hyperterse.runtime.live.definition.LivePrompt;
import dev.hyperterse.runtime.live.definition.LiveResource;
import dev.hyperterse.runtime.live.definition.LiveTool;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A change of a definition, as far as it decides for which callers the list changed. Changes of several definitions
 * with the same effect are equal.
 *
 * @param before the callers that saw the definition; empty if it is new
 * @param after the callers that see it; empty if it was removed
 * @param same whether the entry is unchanged, so that only callers notice it that gain or lose it
 */
record ListedChange(ChangeKind list, Optional<Viewers> before, Optional<Viewers> after, boolean same) {
    /** A change that every caller notices. */
    static ListedChange forAll(ChangeKind list) {
        return new ListedChange(list, Optional.empty(), Optional.of(Viewers.all()), false);
    }

    boolean isNoticedBy(Principal principal) {
        var then = before.filter(it -> it.include(principal)).isPresent();
        var now = after.filter(it -> it.include(principal)).isPresent();
        return same ? then != now : then || now;
    }

    /** The maximum units of work to evaluate it for one caller. */
    long work() {
        return before.map(Viewers::work).orElse(0L) + after.map(Viewers::work).orElse(0L);
    }

    static DefinitionChanges between(LiveCatalog before, LiveCatalog after) {
        var changes = new HashSet<ListedChange>();
        var comparison = new Comparison(before, after, changes);
        var entryTools = after.settings().exposure().entryTools()
                || after.toolsets().values().stream()
                        .anyMatch(it -> it.settings().exposure().entryTools());
        var otherExposure = before.settings().exposure() != after.settings().exposure()
                || !urls(before).equals(urls(after));
        if (otherExposure
                || takesOtherPrograms(before.settings(), after.settings())
                || entryTools && saysOther(before.settings(), after.settings())) {
            changes.add(forAll(ChangeKind.TOOLS));
        }
        comparison.compare(
                ChangeKind.TOOLS,
                before.tools(),
                after.tools(),
                LiveTool::leaf,
                (then, now) ->
                        isSame(then.listed(), now.listed()) && (!entryTools || isSameBehindEntryTools(then, now)));
        comparison.compare(
                ChangeKind.PROMPTS, before.prompts(), after.prompts(), LivePrompt::leaf, (then, now) -> then.listed()
                        .same(now.listed()));
        comparison.compare(
                ChangeKind.RESOURCES,
                before.resourcesByAddress(),
                after.resourcesByAddress(),
                LiveResource::definition,
                LiveResource::sameEntries);
        if (before.hasViews() || after.hasViews()) {
            changes.addAll(ofViews(changes, otherExposure, hidesTools(before) || hidesTools(after)));
        }
        return new DefinitionChanges(changes).exactOrForAll();
    }

    /** Views are listed where their tools are, so they come and go with the lists of tools. */
    private static Set<ListedChange> ofViews(Set<ListedChange> changes, boolean otherExposure, boolean tipping) {
        if (otherExposure) {
            return Set.of(forAll(ChangeKind.RESOURCES));
        }
        return changes.stream()
                .filter(change -> tipping && change.list() == ChangeKind.TOOLS)
                .map(change -> new ListedChange(ChangeKind.RESOURCES, change.before(), change.after(), change.same()))
                .collect(Collectors.toSet());
    }

    /** Whether a change of a tool may be the one by which {@link Exposure#Auto} lists tools, or ceases to. */
    private static boolean hidesTools(LiveCatalog live) {
        var tools = live.tools().values().stream()
                .flatMap(tool -> tool.listed().stream())
                .toList();
        return isAutomatic(live) && !ListingsBuilder.areFew(tools);
    }

    private static boolean isAutomatic(LiveCatalog live) {
        return Stream.concat(Stream.of(live), live.toolsets().values().stream())
                .anyMatch(at -> at.settings().exposure() == Exposure.Auto);
    }

    /** The exposure of each toolset and the room of its texts. A change of one toolset notifies callers of all URLs. */
    private static Map<String, At> urls(LiveCatalog live) {
        return live.toolsets().entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, it -> {
            var settings = it.getValue().settings();
            return new At(settings.exposure(), EntryToolTexts.room(settings));
        }));
    }

    private record At(Exposure exposure, int room) {}

    /** The entry tool for programs is listed in every exposure. */
    private static boolean takesOtherPrograms(ServerSettings before, ServerSettings after) {
        return !before.search()
                        .entryTools()
                        .run()
                        .equals(after.search().entryTools().run())
                || !before.code().map(CodeSettings::effects).equals(after.code().map(CodeSettings::effects));
    }

    /** Whether entry tools differ for other reasons than the tools behind them. */
    private static boolean saysOther(ServerSettings before, ServerSettings after) {
        return !before.search().entryTools().equals(after.search().entryTools())
                // The words that describe search are chosen by the stems and stop words of the language.
                || before.search().language() != after.search().language()
                || EntryToolTexts.room(before) != EntryToolTexts.room(after);
    }

    /** Entry tools announce the largest of the answers of the tools behind them. */
    private static boolean isSameBehindEntryTools(LiveTool then, LiveTool now) {
        return then.found().equals(now.found()) && maxTokens(then).equals(maxTokens(now));
    }

    private static Optional<Integer> maxTokens(LiveTool tool) {
        return tool.leaf().result().flatMap(ResultRules::maxTokens);
    }

    private static boolean isSame(Optional<Listing.Entry> then, Optional<Listing.Entry> now) {
        return then.isPresent() == now.isPresent()
                && then.flatMap(entry -> now.filter(it -> !it.same(entry))).isEmpty();
    }

    private record Comparison(LiveCatalog before, LiveCatalog after, Set<ListedChange> changes) {
        <T> void compare(
                ChangeKind list,
                Map<String, T> then,
                Map<String, T> now,
                Function<T, Leaf> leaf,
                BiPredicate<T, T> same) {
            now.forEach((name, definition) -> {
                var known = Optional.ofNullable(then.get(name));
                if (known.isEmpty() || known.get() != definition) {
                    add(
                            list,
                            known.map(leaf),
                            Optional.of(leaf.apply(definition)),
                            known.filter(it -> same.test(it, definition)).isPresent());
                }
            });
            then.forEach((name, definition) -> {
                if (!now.containsKey(name)) {
                    add(list, Optional.of(leaf.apply(definition)), Optional.empty(), false);
                }
            });
        }

        private void add(ChangeKind list, Optional<Leaf> then, Optional<Leaf> now, boolean same) {
            var saw = then.map(leaf -> Viewers.of(leaf, before));
            var see = now.map(leaf -> Viewers.of(leaf, after));
            if (!same || !saw.equals(see)) {
                changes.add(new ListedChange(list, saw, see, same));
            }
        }
    }
}
