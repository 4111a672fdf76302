package dev.hyperterse.cli.upstream;

import dev.hyperterse.catalog.text.InvisibleCharacters;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares what is approved with what a server has now.
 *
 * @param word in front of each name
 * @param gone the words for what the server has no more
 */
record NamedDifferences(String word, String gone) {
    /** One line for each name that differs, in the order of names. The values are members by name. */
    List<String> of(SortedMap<String, Map<String, ?>> approved, SortedMap<String, Map<String, ?>> now) {
        var names = new TreeSet<>(approved.keySet());
        names.addAll(now.keySet());
        return names.stream().flatMap(name -> line(name, approved, now)).toList();
    }

    private Stream<String> line(
            String name, SortedMap<String, Map<String, ?>> approved, SortedMap<String, Map<String, ?>> now) {
        var shown = word + visible(name);
        if (!now.containsKey(name)) {
            return Stream.of("- " + shown + ": " + gone);
        }
        if (!approved.containsKey(name)) {
            return Stream.of("+ " + shown + ": not approved yet");
        }
        return approved.get(name).equals(now.get(name))
                ? Stream.of()
                : Stream.of("~ " + shown + ": changed: " + changed(approved.get(name), now.get(name)));
    }

    private static String changed(Map<String, ?> before, Map<String, ?> after) {
        var members = new TreeSet<>(before.keySet());
        members.addAll(after.keySet());
        return members.stream()
                .filter(member -> !Objects.equals(before.get(member), after.get(member)))
                .map(NamedDifferences::visible)
                .collect(Collectors.joining(", "));
    }

    /** A text of another server cannot end its line, or hide what is on it. */
    static String visible(String text) {
        return text.codePoints()
                .mapToObj(it -> Character.isISOControl(it) || InvisibleCharacters.isInvisible(it)
                        ? "\\u%04x".formatted(it)
                        : Character.toString(it))
                .collect(Collectors.joining());
    }
}
