package dev.hyperterse.cli.kustomize;

import dev.hyperterse.cli.document.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** A patch of RFC 6902. */
final class JsonPatch {
    private JsonPatch() {}

    /** An operation that cannot be applied. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient Tree operation;

        Refused(Tree operation, String message) {
            super(message, null, false, false);
            this.operation = operation;
        }

        Tree operation() {
            return operation;
        }
    }

    static Tree apply(Tree object, Tree operations) throws Refused {
        var patched = object;
        for (var operation : operations.items()) {
            patched = applyOne(patched, operation);
        }
        return patched;
    }

    private static Tree applyOne(Tree object, Tree operation) throws Refused {
        var path = pointer(operation, "path");
        return switch (operation.text("op")) {
            case "add" -> add(object, path, value(operation), operation);
            case "remove" -> remove(object, path, operation);
            case "replace" -> {
                find(object, path, operation);
                yield path.isEmpty()
                        ? value(operation)
                        : add(remove(object, path, operation), path, value(operation), operation);
            }
            case "copy" -> add(object, path, find(object, pointer(operation, "from"), operation), operation);
            case "move" -> {
                var from = pointer(operation, "from");
                var moved = find(object, from, operation);
                yield add(remove(object, from, operation), path, moved, operation);
            }
            case "test" -> {
                if (!Objects.equals(
                        find(object, path, operation).content(),
                        value(operation).content())) {
                    throw new Refused(operation, "the value at %s is another one".formatted(operation.text("path")));
                }
                yield object;
            }
            default -> throw new Refused(operation, "op must be one of add, copy, move, remove, replace and test");
        };
    }

    private static Tree value(Tree operation) throws Refused {
        return operation.field("value").orElseThrow(() -> new Refused(operation, "the operation has no value"));
    }

    private static List<String> pointer(Tree operation, String field) throws Refused {
        var text = operation.text(field);
        if (!text.isEmpty() && !text.startsWith("/") || operation.field(field).isEmpty()) {
            throw new Refused(operation, "%s must begin with /".formatted(field));
        }
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.substring(1).split("/", -1))
                        .map(part -> part.replace("~1", "/").replace("~0", "~"))
                        .toList();
    }

    private static Tree find(Tree tree, List<String> path, Tree operation) throws Refused {
        return path.isEmpty()
                ? tree
                : find(child(tree, path.getFirst(), operation), path.subList(1, path.size()), operation);
    }

    private static Tree child(Tree tree, String part, Tree operation) throws Refused {
        if (tree.isList()) {
            return tree.items().get(index(part, tree.items().size() - 1, operation));
        }
        return tree.field(part).orElseThrow(() -> nothingThere(operation));
    }

    private static Tree add(Tree tree, List<String> path, Tree value, Tree operation) throws Refused {
        if (path.isEmpty()) {
            return value;
        }
        var part = path.getFirst();
        if (path.size() > 1) {
            return replaced(
                    tree, part, add(child(tree, part, operation), path.subList(1, path.size()), value, operation));
        }
        if (tree.isList()) {
            var items = new ArrayList<>(tree.items());
            items.add(part.equals("-") ? items.size() : index(part, items.size(), operation), value);
            return tree.withItems(items);
        }
        if (!tree.isMap()) {
            throw nothingThere(operation);
        }
        return tree.with(part, value);
    }

    private static Tree remove(Tree tree, List<String> path, Tree operation) throws Refused {
        if (path.isEmpty()) {
            throw new Refused(operation, "a patch cannot remove the object");
        }
        var part = path.getFirst();
        var child = child(tree, part, operation);
        if (path.size() > 1) {
            return replaced(tree, part, remove(child, path.subList(1, path.size()), operation));
        }
        if (tree.isList()) {
            var items = new ArrayList<>(tree.items());
            items.remove(Integer.parseInt(part));
            return tree.withItems(items);
        }
        return tree.without(part);
    }

    private static Tree replaced(Tree tree, String part, Tree child) {
        if (tree.isList()) {
            var items = new ArrayList<>(tree.items());
            items.set(Integer.parseInt(part), child);
            return tree.withItems(items);
        }
        return tree.with(part, child);
    }

    private static int index(String part, int most, Tree operation) throws Refused {
        if (part.isEmpty() || part.length() > 6 || !part.chars().allMatch(it -> it >= '0' && it <= '9')) {
            throw nothingThere(operation);
        }
        var index = Integer.parseInt(part);
        if (index > most) {
            throw nothingThere(operation);
        }
        return index;
    }

    private static Refused nothingThere(Tree operation) {
        return new Refused(operation, "nothing is at %s".formatted(operation.text("path")));
    }
}
