package dev.hyperterse.runtime.live.definition;

import dev.hyperterse.catalog.ResourceLeaf.Address;
import dev.hyperterse.runtime.live.template.TemplateMatcher;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Resolves URIs to resources: to the fixed resource of a URI, else to the matching template with the most literal text.
 */
public final class ResourceDirectory {
    private static final Comparator<TemplateMatcher> MOST_LITERAL_FIRST = Comparator.comparing(
                    TemplateMatcher::literalLength, Comparator.reverseOrder())
            .thenComparing(TemplateMatcher::text);

    private final Map<String, LiveResource> fixed = new HashMap<>();
    private final Map<String, LiveResource> folders = new HashMap<>();
    private final Map<String, LiveResource> templates = new HashMap<>();
    private final List<TemplateMatcher> matchers = new ArrayList<>();

    public ResourceDirectory(Iterable<LiveResource> resources) {
        for (var resource : resources) {
            switch (resource.leaf().address()) {
                case Address.Fixed(var uri) -> {
                    fixed.put(uri, resource);
                    LiveSkill.files(resource.leaf()).forEach(file -> fixed.put(file, resource));
                    resource.skill()
                            .ifPresent(skill -> skill.folders().keySet().forEach(it -> folders.put(it, resource)));
                }
                case Address.Templated(var template) -> templates.put(template.text(), resource);
            }
            resource.matcher().ifPresent(matchers::add);
        }
        matchers.sort(MOST_LITERAL_FIRST);
    }

    /** A resource and the variables in the URI. */
    public record Found(LiveResource resource, Map<String, String> variables) {}

    /** @param visible selects the resources that the reader sees */
    public Optional<Found> find(String uri, Predicate<LiveResource> visible) {
        var exact = fixed(uri).filter(visible);
        return exact.isEmpty() ? byTemplate(uri, visible) : exact.map(it -> new Found(it, Map.of()));
    }

    /** The resource with that URI template, for completion. */
    public Optional<LiveResource> template(String text) {
        return Optional.ofNullable(templates.get(text));
    }

    public Optional<LiveResource> folder(String uri) {
        return Optional.ofNullable(folders.get(uri));
    }

    /** The fixed resource, or the skill with a file, of that URI. */
    public Optional<LiveResource> fixed(String uri) {
        return Optional.ofNullable(fixed.get(uri));
    }

    private Optional<Found> byTemplate(String uri, Predicate<LiveResource> visible) {
        for (var matcher : matchers) {
            var template = templates.get(matcher.text());
            var variables = visible.test(template) ? matcher.match(uri) : Optional.<Map<String, String>>empty();
            if (variables.isPresent()) {
                return Optional.of(new Found(template, variables.get()));
            }
        }
        return Optional.empty();
    }
}
