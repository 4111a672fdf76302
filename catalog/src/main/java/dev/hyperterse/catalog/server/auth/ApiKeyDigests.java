package dev.hyperterse.catalog.server.auth;

import dev.hyperterse.catalog.Digest;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The keys of a plugin as replicas know them: the digest of each, and whose it is. A key itself never leaves the Secret
 * of its owner. Keys are long and random, so a digest without salt reveals nothing about them.
 */
public record ApiKeyDigests(Map<String, String> principals) {
    public ApiKeyDigests {
        principals = new TreeMap<>(principals);
    }

    /** A line for each key: its digest, a space, its principal. */
    public static ApiKeyDigests read(String text) {
        return new ApiKeyDigests(text.lines()
                .map(line -> line.split(" ", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1])));
    }

    public String write() {
        return principals.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining("\n"));
    }

    /** The principal of a key. It is found by its digest, so timing reveals nothing about other keys. */
    public Optional<String> principal(String key) {
        return Optional.ofNullable(principals.get(digest(key)));
    }

    public static String digest(String key) {
        return Digest.of(key);
    }

    /** Without the digests. */
    @Override
    public String toString() {
        return "ApiKeyDigests[" + principals.size() + "]";
    }
}
