package dev.hyperterse.javascript.isolated;

import java.util.Optional;

/**
 * The functions of the host that a world can call. A script that corrupts the engine in its memory can call them with
 * any arguments, so they must not trust these.
 */
public interface IsolateHost {
    /** @return a text, an integer, a truth value, null, or a value of that world */
    Object call(IsolateArguments arguments);

    /** The text of a module by the name that it is imported by. */
    Optional<String> module(String name);

    /** The one name of a module, however it is imported. */
    Optional<String> resolve(String specifier);
}
