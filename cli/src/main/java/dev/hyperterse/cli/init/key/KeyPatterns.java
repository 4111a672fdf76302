package dev.hyperterse.cli.init.key;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds how keys are written. A segment is a word of the pattern if it looks like one, and ten keys share it or keys
 * with different values before it do; anything else is a place for a value. The first segment has to be a word.
 *
 * @param patterns those with most keys first
 * @param others how many keys fit none
 */
public record KeyPatterns(List<KeyPattern> patterns, int others) {
    private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z_.-]{0,39}");
    private static final int LONGEST = 6;
    private static final int EXAMPLES = 10;
    /** More words in one place are values. */
    private static final int MOST_WORDS = 12;
    /** More first words are names of something, too, unless many keys have them. */
    private static final int MOST_FIRST_WORDS = 50;

    /** Fewer keys may be all that one user has. */
    private static final int FEW = 10;

    private static final int MANY = 100;
    /** More keys of one word each are names of something, and not the names of lists and counters. */
    private static final int MOST_SINGLE_KEYS = 20;

    public static KeyPatterns of(Collection<String> keys) {
        var patterns = new ArrayList<KeyPattern>();
        var others = new int[1];
        Map<String, List<List<String>>> groups = new TreeMap<>();
        for (var key : keys) {
            var segments = List.of(key.split(":", -1));
            if (!WORD.matcher(segments.getFirst()).matches() || segments.size() > LONGEST) {
                others[0]++;
            } else {
                groups.computeIfAbsent(
                                segments.size() == 1 ? "" : segments.getFirst() + ":" + segments.size(),
                                _ -> new ArrayList<>())
                        .add(segments);
            }
        }
        var firstWords = groups.entrySet().stream()
                .filter(group -> !group.getKey().isEmpty())
                .flatMap(group -> group.getValue().stream())
                .collect(Collectors.groupingBy(List::getFirst, Collectors.counting()));
        var least = firstWords.size() > MOST_FIRST_WORDS ? MANY : 2;
        groups.forEach((group, members) -> {
            if (!group.isEmpty() && firstWords.get(members.getFirst().getFirst()) < least) {
                others[0] += members.size();
            } else if (!group.isEmpty()) {
                split(members, List.of(Optional.of(members.getFirst().getFirst())), patterns);
            } else if (members.size() > MOST_SINGLE_KEYS) {
                others[0] += members.size();
            } else {
                members.forEach(key -> patterns.add(pattern(List.of(Optional.of(key.getFirst())), List.of(key))));
            }
        });
        patterns.sort(
                Comparator.comparing((KeyPattern pattern) -> -pattern.keys()).thenComparing(KeyPattern::glob));
        return new KeyPatterns(List.copyOf(patterns), others[0]);
    }

    /** @param found the segments before those that are to be looked at */
    private static void split(List<List<String>> members, List<Optional<String>> found, List<KeyPattern> patterns) {
        var position = found.size();
        if (position == members.getFirst().size()) {
            patterns.add(pattern(found, members));
            return;
        }
        var byText = members.stream()
                .collect(Collectors.groupingBy(segments -> segments.get(position), TreeMap::new, Collectors.toList()));
        if (areWords(byText, position, found.contains(Optional.<String>empty()))) {
            byText.forEach((word, own) -> split(own, with(found, Optional.of(word)), patterns));
        } else {
            split(members, with(found, Optional.empty()), patterns);
        }
    }

    /** @param behindValue whether another place for a value comes before */
    private static boolean areWords(Map<String, List<List<String>>> byText, int position, boolean behindValue) {
        return byText.size() <= MOST_WORDS
                && byText.keySet().stream().allMatch(text -> WORD.matcher(text).matches())
                && byText.values().stream()
                        .allMatch(keys -> behindValue ? followSeveral(keys, position) : keys.size() >= FEW)
                && !leadToOneWord(byText.values(), position + 1);
    }

    /** Whether keys with several values before that position have the same text there. */
    private static boolean followSeveral(List<List<String>> keys, int position) {
        return keys.stream()
                        .map(key -> key.subList(0, position))
                        .distinct()
                        .limit(2)
                        .count()
                == 2;
    }

    /** Whether the same word stands behind several texts, as {@code cart} does behind the names of users. */
    private static boolean leadToOneWord(Collection<List<List<String>>> byText, int next) {
        var found = new HashSet<String>();
        return byText.stream()
                .filter(keys -> keys.getFirst().size() > next)
                .flatMap(keys -> keys.stream().map(key -> key.get(next)).distinct())
                .anyMatch(text -> WORD.matcher(text).matches() && !found.add(text));
    }

    private static List<Optional<String>> with(List<Optional<String>> found, Optional<String> next) {
        var all = new ArrayList<>(found);
        all.add(next);
        return all;
    }

    private static KeyPattern pattern(List<Optional<String>> segments, List<List<String>> members) {
        return new KeyPattern(
                segments,
                members.size(),
                members.stream()
                        .limit(EXAMPLES)
                        .map(key -> String.join(":", key))
                        .toList());
    }
}
