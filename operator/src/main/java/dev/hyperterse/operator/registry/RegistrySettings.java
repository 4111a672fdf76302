package dev.hyperterse.operator.registry;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Which servers the registry lists, and as whose.
 *
 * @param publisher the domain before the slash in the name of each server, its last label first, as in com.example
 * @param labels that a listed server has
 */
public record RegistrySettings(String publisher, Map<String, String> labels) {
    /** With it, a namespace of 63 characters and a name, names keep to the 200 characters of the API. */
    private static final Pattern PUBLISHER = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?");

    /**
     * @param labels as in {@code listed=true,tier=gold}; all servers are listed if it is empty
     * @throws IllegalArgumentException with what to write instead
     */
    public static RegistrySettings of(String publisher, String labels) {
        if (!PUBLISHER.matcher(publisher).matches()) {
            throw new IllegalArgumentException(
                    "'%s' is no publisher; write a domain of yours, its last label first, as in com.example"
                            .formatted(publisher));
        }
        var required = new HashMap<String, String>();
        for (var label : labels.isBlank() ? new String[0] : labels.split(",", -1)) {
            var parts = label.strip().split("=", -1);
            if (parts.length != 2 || parts[0].isEmpty()) {
                throw new IllegalArgumentException(
                        "'%s' is no label with its value; write NAME=VALUE, with commas between several"
                                .formatted(label));
            }
            required.put(parts[0], parts[1]);
        }
        return new RegistrySettings(publisher, Map.copyOf(required));
    }

    /** @param carried null without labels */
    boolean selects(Map<String, String> carried) {
        return labels.isEmpty() || carried != null && carried.entrySet().containsAll(labels.entrySet());
    }
}
