package dev.hyperterse.scripts.author;

import java.util.Optional;

/** Shows authors the output and the failures of their scripts. Clients get neither. */
public interface ScriptOutput {
    /** One line of the console, several where the script wrote line breaks. @param place in the author's text */
    void printed(ScriptOwner owner, String level, Optional<String> place, String text);

    /** @param stack with positions in the author's text; empty if the thrown value is not an Error */
    void failed(ScriptOwner owner, String message, String stack);
}
