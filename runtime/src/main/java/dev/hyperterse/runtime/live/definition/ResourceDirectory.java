package dev.hyperterse.runtime.live.definition;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.ResourceLeaf.Address;
import dev.hyperterse.catalog.request.UrlEncoding;
import dev.hyperterse.runtime.live.template.TemplateMatcher;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Resolves URIs to resources: to the fixed resource of a URI, else to the matching template with the most literal text.
 */
public final class ResourceDirectory {
    private static final Comparator<TemplateMatcher> MOST_LITERAL_FIRST = Comparator.comparing(
                    TemplateMatcher::literalLength, Comparator.reverseOrder())
            .thenComparing(TemplateMatcher::text);

    private final Map<String, LiveResource> fixed = new HashMap<>();
    /** Those of other servers, by their URIs without encoding. */
    private final Map<String, List<LiveResource>> ofServers = new HashMap<>();

    private final Map<String, LiveResource> folders = new HashMap<>();
    private final Map<String, LiveResource> templates = new HashMap<>();
    private final List<TemplateMatcher> matchers = new ArrayList<>();

    public ResourceDirectory(Iterable<LiveResource> resources) {
        for (var resource : resources) {
            switch (resource.leaf().address()) {
                case Address.Fixed(var uri) -> {
                    fixed.put(uri, resource);
                    server(resource).ifPresent(_ -> ofServers
                            .computeIfAbsent(decoded(uri), _ -> new ArrayList<>())
                            .add(resource));
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

    /**
     * The resource for a reader: what it does not see is not there for it. But a template of another server reads nothing that
     * the same server has as a resource of its own, or by a template before it: their rules would not hold.
     *
     * @param visible selects the resources that the reader sees
     */
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
                return variables
                        .filter(_ -> server(template)
                                .filter(it -> isOfAnother(it, uri, matcher))
                                .isEmpty())
                        .map(it -> new Found(template, it));
            }
        }
        return Optional.empty();
    }

    /** Whether that server has the URI as a resource, or by a template before this one. */
    private boolean isOfAnother(String server, String uri, TemplateMatcher chosen) {
        // The other server decodes a URI, so it takes another spelling for the same.
        var decoded = decoded(uri);
        var fixedThere = ofServers.getOrDefault(decoded, List.of()).stream();
        var before = matchers.stream()
                .takeWhile(it -> it != chosen)
                .filter(it -> it.match(uri).isPresent() || it.match(decoded).isPresent())
                .map(it -> templates.get(it.text()));
        return Stream.concat(fixedThere, before)
                .anyMatch(it -> server(it).filter(server::equals).isPresent());
    }

    /** The adapter of the server that has the resource, where it is another one. */
    private static Optional<String> server(LiveResource resource) {
        return resource.leaf().asked().filter(Action.OnServer.class::isInstance).map(it -> ((Action.OnServer) it)
                .adapter());
    }

    private static String decoded(String uri) {
        try {
            return UrlEncoding.decoded(uri);
        } catch (IllegalArgumentException noEncoding) {
            return uri;
        }
    }
}
