package dev.hyperterse.javascript.isolated;

import java.util.Optional;

/**
 * What a world reaches outside itself. A script that breaks the engine inside its memory can make any of these calls with
 * any arguments, so none may trust them.
 */
public interface IsolateHost {
    /** @return a text, an integer, a truth value, null, or a value of that world */
    Object call(IsolateArguments arguments);

    /** The text of a module by the name that it is imported by. */
    Optional<String> module(String name);

    /** The one name of a module, however it is imported. */
    Optional<String> resolve(String specifier);
}
