package dev.hyperterse.search.bench;

import dev.hyperterse.search.document.SearchDocument;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Short and partial queries derived from the names of a catalog by rule. Except for the exact name, each is made of a
 * word that only a few names contain, so that it is known which tools it means.
 */
public final class ShortQueries {
    /** How a query was derived. */
    public enum Kind {
        EXACT_NAME,
        WORD,
        TWO_WORDS,
        PREFIX,
        TYPING_ERROR,
        PLURAL,
        IDENTIFIER
    }

    /**
     * One query.
     *
     * @param relevant names of the tools that it means
     */
    public record Query(Kind kind, String text, Set<String> relevant) {}

    private static final int FEW_TOOLS = 3;
    private static final int SHORTEST_PREFIX = 3;
    private static final int SHORTEST_MISTYPED = 5;

    private final Random random = new Random(7);
    private final List<Query> queries = new ArrayList<>();

    private ShortQueries() {}

    /** All queries of a catalog, the same every time. */
    public static List<Query> of(List<SearchDocument> catalog) {
        var derived = new ShortQueries();
        catalog.forEach(tool -> derived.add(Kind.EXACT_NAME, tool.name(), Set.of(tool.name())));
        var namesByWord = namesByWord(catalog);
        namesByWord.forEach((word, names) -> {
            if (names.size() <= FEW_TOOLS) {
                derived.addWord(word, names);
            }
        });
        catalog.forEach(tool -> derived.addTwoWords(tool.name(), namesByWord));
        return List.copyOf(derived.queries);
    }

    private static Map<String, Set<String>> namesByWord(List<SearchDocument> catalog) {
        var namesByWord = new TreeMap<String, Set<String>>();
        for (var tool : catalog) {
            pieces(tool.name()).forEach(word -> namesByWord
                    .computeIfAbsent(word, _ -> new TreeSet<>())
                    .add(tool.name()));
        }
        return namesByWord;
    }

    private static List<String> pieces(String name) {
        return List.of(name.replaceAll("(?<=[a-z])(?=[A-Z])", "-")
                .toLowerCase(Locale.ROOT)
                .split("[^a-z]+"));
    }

    private void addWord(String word, Set<String> names) {
        add(Kind.WORD, word, names);
        add(Kind.PLURAL, word + "s", names);
        for (int length = SHORTEST_PREFIX; length < word.length(); length++) {
            add(Kind.PREFIX, word.substring(0, length), names);
        }
        if (word.length() >= SHORTEST_MISTYPED) {
            typingErrors(word).forEach(mistyped -> add(Kind.TYPING_ERROR, mistyped, names));
        }
    }

    private List<String> typingErrors(String word) {
        int at = random.nextInt(word.length() - 1);
        char other = (char) ('a' + random.nextInt(26));
        var errors = new HashSet<String>();
        errors.add(word.substring(0, at) + word.substring(at + 1));
        errors.add(word.substring(0, at) + other + word.substring(at));
        errors.add(word.substring(0, at) + other + word.substring(at + 1));
        errors.add(word.substring(0, at) + word.charAt(at + 1) + word.charAt(at) + word.substring(at + 2));
        errors.remove(word);
        return errors.stream().sorted().toList();
    }

    private void addTwoWords(String name, Map<String, Set<String>> namesByWord) {
        var pieces = pieces(name);
        for (int at = 1; at < pieces.size(); at++) {
            var shared = new TreeSet<>(namesByWord.get(pieces.get(at - 1)));
            shared.retainAll(namesByWord.get(pieces.get(at)));
            if (shared.size() <= FEW_TOOLS) {
                add(Kind.TWO_WORDS, pieces.get(at - 1) + " " + pieces.get(at), shared);
                add(Kind.IDENTIFIER, pieces.get(at - 1) + "_" + pieces.get(at), shared);
                add(Kind.IDENTIFIER, pieces.get(at - 1) + capitalized(pieces.get(at)), shared);
            }
        }
    }

    private static String capitalized(String word) {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    private void add(Kind kind, String text, Set<String> relevant) {
        queries.add(new Query(kind, text, Set.copyOf(relevant)));
    }
}
