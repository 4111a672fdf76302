package dev.hyperterse.javascript.isolated;

import java.util.Optional;

/**
 * The functions of the host that a world can call. A script that corrupts the engine in its memory can call them with
 * any arguments, so they must not trust these.
 */
public interface IsolateHost {
    /** @return a text, an integer, a truth value, null, or a value of that world */
    Object call(IsolateArguments arguments);

    /** The text of a module by the name that it is imported by. A host has none, unless it says so. */
    default Optional<String> module(String name) {
        return Optional.empty();
    }

    /** The one name of a module, however it is imported. */
    default Optional<String> resolve(String specifier) {
        return Optional.empty();
    }
}
