package dev.hyperterse.compiler.openapi;

import dev.hyperterse.catalog.Action;
import java.util.Optional;

/**
 * An operation as its published tool shows it.
 *
 * @param name of its item
 * @param method in capital letters
 * @param path with {@code {}} for each parameter: placeholders can have other names than these
 */
record PublishedOperation(String name, String method, String path) {
    static Optional<PublishedOperation> of(String item, Action published) {
        return Optional.of(published)
                .filter(Action.RunRequest.class::isInstance)
                .map(it -> it.text().split(" ", 2))
                .map(line ->
                        new PublishedOperation(item, line[0], withoutNames(line[1].replaceAll("\\{\\{[^}]*}}", "{}"))));
    }

    boolean isCalled(String written) {
        return written.matches("[A-Z]+ /.*")
                ? withoutNames(written).equals(method + " " + path)
                : OperationNames.of(written).equals(name);
    }

    /** A path in which parameters have no names. */
    static String withoutNames(String path) {
        return path.replaceAll("\\{[^}]*}", "{}");
    }
}
