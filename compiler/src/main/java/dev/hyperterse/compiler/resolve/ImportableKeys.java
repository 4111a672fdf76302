package dev.hyperterse.compiler.resolve;

import dev.hyperterse.catalog.script.ModuleNames;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Which keys of a ConfigMap a script may import: more than it does, where a comment looks like an import, and never fewer.
 */
final class ImportableKeys {
    private static final Pattern IMPORT = Pattern.compile("(?:from|import)\\s*[\"'](\\.{1,2}/[^\"'\\s]{1,253})[\"']");

    private ImportableKeys() {}

    /** @param entry one of the keys */
    static SortedMap<String, String> reachable(String entry, Map<String, String> keys) {
        var found = new TreeMap<String, String>();
        var unread = new ArrayDeque<String>();
        unread.add(entry);
        while (!unread.isEmpty()) {
            var file = unread.remove();
            var text = keys.get(file);
            if (found.putIfAbsent(file, text) == null) {
                IMPORT.matcher(text).results().forEach(it -> ModuleNames.resolve(it.group(1), keys.keySet())
                        .ifPresent(unread::add));
            }
        }
        return found;
    }
}
