package dev.hyperterse.cli.command.watch;

import dev.hyperterse.catalog.UpstreamDefinition;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** A list whose changes servers announce. */
enum WatchedList {
    TOOLS("tools", EnumSet.of(UpstreamDefinition.TOOL)),
    PROMPTS("prompts", EnumSet.of(UpstreamDefinition.PROMPT)),
    RESOURCES("resources", EnumSet.of(UpstreamDefinition.RESOURCE, UpstreamDefinition.TEMPLATE));

    private final String word;
    private final Set<UpstreamDefinition> kinds;

    WatchedList(String word, Set<UpstreamDefinition> kinds) {
        this.word = word;
        this.kinds = kinds;
    }

    String word() {
        return word;
    }

    /** The word for one of its definitions. */
    String one() {
        return kinds.iterator().next().word();
    }

    Set<UpstreamDefinition> kinds() {
        return kinds;
    }

    /** The list that a notification is of. */
    static Optional<WatchedList> of(String method) {
        return Arrays.stream(values())
                .filter(list -> method.equals("notifications/" + list.word + "/list_changed"))
                .findFirst();
    }

    /** Its definitions by their names. @param listed all that a server lists */
    Map<String, JsonNode> named(Map<UpstreamDefinition, List<JsonNode>> listed) {
        var named = new HashMap<String, JsonNode>();
        kinds.forEach(kind -> listed.getOrDefault(kind, List.of())
                .forEach(definition -> named.put(kind.key(definition), definition)));
        return named;
    }

    /** The names that differ between two versions of a list. */
    record Difference(List<String> added, List<String> removed, List<String> changed) {
        static Difference between(Map<String, JsonNode> before, Map<String, JsonNode> now) {
            return new Difference(
                    sorted(now.keySet(), name -> !before.containsKey(name)),
                    sorted(before.keySet(), name -> !now.containsKey(name)),
                    sorted(
                            now.keySet(),
                            name -> before.containsKey(name)
                                    && !before.get(name).equals(now.get(name))));
        }

        boolean isNone() {
            return added.isEmpty() && removed.isEmpty() && changed.isEmpty();
        }

        private static List<String> sorted(Set<String> names, Predicate<String> wanted) {
            return new TreeSet<>(names).stream().filter(wanted).toList();
        }
    }
}
