package dev.hyperterse.compiler.openapi;

import dev.hyperterse.compiler.openapi.document.Operation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The names of the operations of a document: the operationId, or method and path where there is none or another operation
 * has it too. A name depends on nothing that the author selects.
 */
final class OperationNames {
    /** The room that a prefix leaves of the name of a tool. */
    private static final int LONGEST = 128;

    /** By the operation itself: to compare two would compare what paths share. */
    private final Map<Operation, String> names = new IdentityHashMap<>();

    /** The last number behind each name: the names of many paths may be one. */
    private final Map<String, Integer> numbers = new HashMap<>();

    OperationNames(List<Operation> operations) {
        var taken = new HashSet<String>();
        for (var operation : operations) {
            var name = operation
                    .id()
                    .map(OperationNames::of)
                    .filter(it -> !it.isEmpty())
                    .orElse("");
            if (name.isEmpty() || !taken.add(name)) {
                name = numbered(of(operation.display()), taken);
            }
            names.put(operation, name);
        }
    }

    String of(Operation operation) {
        return names.get(operation);
    }

    /** The name of an operation that is written as its operationId, or as method and path. */
    static String of(String written) {
        var isPath = written.indexOf(' ') > 0;
        var text = isPath
                ? written.substring(0, written.indexOf(' ')).toLowerCase(Locale.ROOT)
                        + written.substring(written.indexOf(' '))
                : written;
        var name = text.replaceAll("[^A-Za-z0-9_.]+", "-").replaceAll("^-+|(?<!-)-+$", "");
        return name.length() <= LONGEST ? name : name.substring(0, LONGEST);
    }

    private String numbered(String name, Set<String> taken) {
        var free = name;
        while (!taken.add(free)) {
            free = name + "-" + numbers.merge(name, 2, (last, _) -> last + 1);
        }
        return free;
    }
}
