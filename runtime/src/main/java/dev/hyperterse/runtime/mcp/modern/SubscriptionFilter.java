package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.runtime.mcp.message.PostedObject;
import dev.hyperterse.runtime.mcp.stream.Notice;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.json.JsonMapper;

/**
 * The content of a subscription.
 *
 * @param lists the lists whose changes are notified
 * @param resources in the order of the request
 */
record SubscriptionFilter(Set<Notice> lists, Set<String> resources) {
    private static final String RESOURCES = "resourceSubscriptions";

    /** More than the limit of subscriptions, because some URIs may not exist. */
    private static final int MOST_READ = 4 * Subscriptions.MOST_RESOURCES;

    private static final List<Notice> LISTS = List.of(Notice.TOOLS, Notice.PROMPTS, Notice.RESOURCES);

    private static String member(Notice list) {
        return switch (list) {
            case TOOLS -> "toolsListChanged";
            case PROMPTS -> "promptsListChanged";
            case RESOURCES -> "resourcesListChanged";
            case UPDATED -> RESOURCES;
        };
    }

    /** The requested filter; empty where it is malformed. */
    static Optional<SubscriptionFilter> read(PostedObject asked) {
        var lists = EnumSet.noneOf(Notice.class);
        for (var list : LISTS) {
            var wanted = asked.find(member(list));
            if (wanted.filter(it -> !it.isSpelled("true") && !it.isSpelled("false"))
                    .isPresent()) {
                return Optional.empty();
            }
            wanted.filter(it -> it.isSpelled("true")).ifPresent(_ -> lists.add(list));
        }
        var resources = asked.find(RESOURCES);
        if (resources.isEmpty()) {
            return Optional.of(new SubscriptionFilter(lists, Set.of()));
        }
        return resources.get().texts(MOST_READ).map(uris -> new SubscriptionFilter(lists, new LinkedHashSet<>(uris)));
    }

    /** The filter with only some of its resources. */
    SubscriptionFilter only(Predicate<String> served) {
        var kept = new LinkedHashSet<String>();
        resources.stream().filter(served).forEach(kept::add);
        return new SubscriptionFilter(lists, kept);
    }

    String json() {
        var json = JsonMapper.shared().createObjectNode();
        LISTS.stream().filter(lists::contains).forEach(list -> json.put(member(list), true));
        if (!resources.isEmpty()) {
            resources.forEach(json.putArray(RESOURCES)::add);
        }
        return json.toString();
    }
}
