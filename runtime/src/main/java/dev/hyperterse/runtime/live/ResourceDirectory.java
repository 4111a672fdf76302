package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.ResourceLeaf.Address;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which resource a URI means: the fixed one of that URI, else the template that fixes the most of it. */
public final class ResourceDirectory {
    private static final Comparator<TemplateMatcher> MOST_LITERAL_FIRST = Comparator.comparing(
                    TemplateMatcher::literalLength, Comparator.reverseOrder())
            .thenComparing(TemplateMatcher::text);

    private final Map<String, LiveResource> fixed = new HashMap<>();
    private final Map<String, LiveResource> templates = new HashMap<>();
    private final List<TemplateMatcher> matchers = new ArrayList<>();

    ResourceDirectory(Iterable<LiveResource> resources) {
        for (var resource : resources) {
            switch (resource.leaf().address()) {
                case Address.Fixed(var uri) -> fixed.put(uri, resource);
                case Address.Templated(var template) -> templates.put(template.text(), resource);
            }
            resource.matcher().ifPresent(matchers::add);
        }
        matchers.sort(MOST_LITERAL_FIRST);
    }

    /** A resource under one of its URIs, with what the URI says. */
    public record Found(LiveResource resource, Map<String, String> variables) {}

    public Optional<Found> find(String uri) {
        var exact = fixed.get(uri);
        return exact == null ? byTemplate(uri) : Optional.of(new Found(exact, Map.of()));
    }

    /** The template of that text, for completion. */
    public Optional<LiveResource> template(String text) {
        return Optional.ofNullable(templates.get(text));
    }

    /** Whether a fixed resource has that URI. */
    public boolean isFixed(String uri) {
        return fixed.containsKey(uri);
    }

    private Optional<Found> byTemplate(String uri) {
        for (var matcher : matchers) {
            var variables = matcher.match(uri);
            if (variables.isPresent()) {
                return Optional.of(new Found(templates.get(matcher.text()), variables.get()));
            }
        }
        return Optional.empty();
    }
}
