package dev.hyperterse.compiler.platform;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The one rule of merging: objects merge by member, and anything else is taken as a whole from the stronger. So are lists:
 * a list of an override that took the entries of others in would be no limit to them. Null says nothing.
 */
final class SpecMerge {
    private SpecMerge() {}

    static Map<String, Object> of(Map<String, Object> weaker, Map<String, Object> stronger) {
        var merged = new LinkedHashMap<>(weaker);
        stronger.forEach((name, value) -> merged.compute(name, (_, below) -> value(below, value)));
        return merged;
    }

    @SuppressWarnings("unchecked") // the trees of JSON and YAML have text keys
    private static Object value(Object weaker, Object stronger) {
        if (stronger == null) {
            return weaker;
        }
        return weaker instanceof Map<?, ?> below && stronger instanceof Map<?, ?> above
                ? of((Map<String, Object>) below, (Map<String, Object>) above)
                : stronger;
    }
}
