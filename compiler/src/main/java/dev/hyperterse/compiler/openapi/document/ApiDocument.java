package dev.hyperterse.compiler.openapi.document;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hyperterse.catalog.request.UrlEncoding;
import dev.hyperterse.compiler.problem.Position;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * An OpenAPI document as it was read.
 *
 * @param positions of operations, by their JSON Pointers
 */
public record ApiDocument(JsonNode root, Map<String, Position> positions) {
    /** The limit of a ConfigMap. */
    public static final int LARGEST = 1 << 20;

    private static final int LONGEST_CHAIN = 32;

    /** @throws UnreadableDocument if it is neither JSON nor YAML, or too large */
    public static ApiDocument read(String text) {
        return read(text, LARGEST);
    }

    public static ApiDocument read(String text, int largest) {
        if (text.length() > largest) {
            throw new UnreadableDocument("it has more than %d KiB".formatted(largest >> 10), Optional.empty());
        }
        return text.stripLeading().startsWith("{") ? JsonDocument.read(text) : YamlDocument.read(text, largest);
    }

    /** The URLs of the API: those of the document or, where it has none, of the first path that has some. */
    public Set<String> servers() {
        var own = urls(root.path("servers"));
        return own.isEmpty()
                ? root.path("paths").properties().stream()
                        .map(path -> urls(path.getValue().path("servers")))
                        .filter(it -> !it.isEmpty())
                        .findFirst()
                        .orElse(Set.of())
                : own;
    }

    /** The URLs of a list of servers. */
    public static Set<String> urls(JsonNode servers) {
        return StreamSupport.stream(servers.spliterator(), false)
                .map(server -> server.path("url").asText("").replaceAll("(?<!/)/+$", ""))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** A member name as part of a JSON Pointer. */
    static String escaped(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }

    /** The node itself, or the one that it refers to. @throws UnusableOperation if that is not in the document */
    public JsonNode resolved(JsonNode node) {
        var target = node;
        for (var steps = 0; target.path("$ref").isTextual(); steps++) {
            if (steps == LONGEST_CHAIN) {
                throw new UnusableOperation("the reference %s leads back to itself"
                        .formatted(target.path("$ref").textValue()));
            }
            target = at(target.path("$ref").textValue());
        }
        return target;
    }

    /** The target of one reference. */
    public JsonNode at(String reference) {
        if (!reference.startsWith("#/")) {
            throw new UnusableOperation(
                    "the reference %s leads out of the document; bundle the documents into one".formatted(reference));
        }
        var found = root.at(pointer(reference));
        if (found.isMissingNode()) {
            throw new UnusableOperation("the reference %s leads nowhere".formatted(reference));
        }
        return found;
    }

    private static String pointer(String reference) {
        try {
            return UrlEncoding.decoded(reference.substring(1));
        } catch (IllegalArgumentException odd) {
            return reference.substring(1);
        }
    }
}
