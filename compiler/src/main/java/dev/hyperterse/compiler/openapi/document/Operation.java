package dev.hyperterse.compiler.openapi.document;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hyperterse.compiler.problem.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * One operation of a document.
 *
 * @param method in capital letters
 * @param shared the path item, whose parameters all of its operations have
 */
public record Operation(String method, String path, JsonNode node, JsonNode shared, Optional<Position> position) {
    /** In the order in which a path item is usually written. */
    private static final List<String> METHODS =
            List.of("get", "head", "post", "put", "patch", "delete", "options", "trace");

    /** Of the largest document each has some fifty characters. References to one path item can make many more. */
    private static final int MOST = 20_000;

    private static final int LONGEST_PATH = 2_048;

    /** Of a longer one. It is short enough for an override to name it. */
    private static final int LONGEST_SHOWN = 256;

    private static final Set<String> OF_TOOLS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");

    /** All operations in the order of the document. @throws UnreadableDocument if they are too many */
    public static List<Operation> of(ApiDocument document) {
        var operations = new ArrayList<Operation>();
        document.root().path("paths").properties().forEach(path -> {
            var item = pathItem(document, path.getValue());
            for (var method : METHODS) {
                if (item.path(method).isObject()) {
                    var pointer = "/paths/" + ApiDocument.escaped(shown(path.getKey())) + "/" + method;
                    var position = Optional.ofNullable(document.positions().get(pointer));
                    if (operations.size() == MOST) {
                        throw new UnreadableDocument("it has more than %d operations".formatted(MOST), position);
                    }
                    operations.add(new Operation(
                            method.toUpperCase(Locale.ROOT), path.getKey(), item.path(method), item, position));
                }
            }
        });
        return operations;
    }

    /** Whether a member of a path item is one. @param member in small letters */
    static boolean isMethod(String member) {
        return METHODS.contains(member);
    }

    private static JsonNode pathItem(ApiDocument document, JsonNode item) {
        try {
            return document.resolved(item);
        } catch (UnusableOperation elsewhere) {
            return item;
        }
    }

    /** {@code GET /pets/{petId}}, as authors name it. */
    public String display() {
        return method + " " + shown(path);
    }

    /** A path as messages and positions have it, of which there are several for each operation. */
    static String shown(String path) {
        return isLong(path) ? path.substring(0, path.offsetByCodePoints(0, LONGEST_SHOWN)) + "…" : path;
    }

    private static boolean isLong(String path) {
        return path.length() > LONGEST_PATH;
    }

    /** @throws UnusableOperation if the path is longer than any that is called */
    public void requireShortPath() {
        if (isLong(path)) {
            throw new UnusableOperation("its path has more than %d characters".formatted(LONGEST_PATH));
        }
    }

    public Optional<String> id() {
        return text("operationId").filter(it -> !it.isBlank());
    }

    public boolean isCalled(String written) {
        return id().filter(written::equals).isPresent() || display().equals(written);
    }

    /** Compares segment by segment: /pets is above /pets/{petId}, and not above /petshops. */
    public static boolean isAtOrBelow(String path, String pattern) {
        var segments = path.split("/", -1);
        var wanted = pattern.replaceAll("/+$", "").split("/", -1);
        if (wanted.length > segments.length) {
            return false;
        }
        for (var index = 0; index < wanted.length; index++) {
            if (!wanted[index].equals("*") && !wanted[index].equals(segments[index])) {
                return false;
            }
        }
        return true;
    }

    /** Whether the method is one that tools have. */
    public boolean hasMethodOfTools() {
        return OF_TOOLS.contains(method);
    }

    public Optional<String> text(String member) {
        return Optional.of(node.path(member)).filter(JsonNode::isTextual).map(JsonNode::textValue);
    }
}
