package dev.hyperterse.compiler.request;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hyperterse.catalog.request.JsonPlace;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compiles a JSON body: its keys are fixed, its texts may be or hold placeholders. */
record JsonCompiler(PlacedText texts, List<Problem> problems) {
    private static final int DEEPEST = 32;
    private static final int LARGEST = 64 * 1024;

    Optional<JsonPlace> compile(JsonNode document, String path) {
        var before = problems.size();
        // Depth comes first: writing the document walks it.
        if (isDeeperThan(document, DEEPEST) || document.toString().length() > LARGEST) {
            problems.add(RequestRule.BODY_SIZE.problem(
                    path,
                    "the body is longer than 64 KiB, or nested deeper than %d levels".formatted(DEEPEST),
                    "make it smaller; long texts can be inputs"));
            return Optional.empty();
        }
        var place = place(document, path);
        return problems.size() == before ? Optional.of(place) : Optional.empty();
    }

    private JsonPlace place(JsonNode node, String path) {
        if (node.isObject()) {
            return members(node, path);
        }
        if (node.isArray()) {
            var items = new ArrayList<JsonPlace>();
            for (var index = 0; index < node.size(); index++) {
                items.add(place(node.get(index), FieldPath.item(path, index)));
            }
            return new JsonPlace.Items(items);
        }
        return node.isTextual() ? text(node, path) : new JsonPlace.Constant(node.toString());
    }

    private JsonPlace members(JsonNode node, String path) {
        var members = new ArrayList<JsonPlace.Member>();
        node.properties().forEach(field -> {
            var name = field.getKey();
            var inner = FieldPath.key(path, name);
            if (name.contains("{{")) {
                problems.add(RequestRule.BODY_KEY.problem(
                        inner,
                        "the key '%s' holds a placeholder".formatted(name),
                        "write the key itself, and the placeholder as its value"));
            }
            members.add(new JsonPlace.Member(name, place(field.getValue(), inner)));
        });
        return new JsonPlace.Members(members);
    }

    private JsonPlace text(JsonNode node, String path) {
        if (!node.textValue().contains("{{")) {
            return new JsonPlace.Constant(node.toString());
        }
        return texts.value(node.textValue(), path, PlacedText.Place.JSON)
                .<JsonPlace>map(JsonPlace.Filled::new)
                .orElseGet(() -> new JsonPlace.Filled(new Value.Concatenation(List.of())));
    }

    private static boolean isDeeperThan(JsonNode node, int levels) {
        if (!node.isContainerNode()) {
            return false;
        }
        if (levels == 0) {
            return true;
        }
        for (var child : node) {
            if (isDeeperThan(child, levels - 1)) {
                return true;
            }
        }
        return false;
    }
}
