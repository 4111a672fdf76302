package dev.hyperterse.runtime.script;

import java.util.Optional;

/** Shows authors what their scripts print and where they fail. Clients get neither. */
public interface ScriptOutput {
    /** One line of the console, several where the script wrote line breaks. @param place in the author's text */
    void printed(ScriptOwner owner, String level, Optional<String> place, String text);

    /** @param stack in the lines of the author's text; empty when what was thrown is no error */
    void failed(ScriptOwner owner, String message, String stack);
}
