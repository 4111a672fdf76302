package dev.hyperterse.scripts.author;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the output and the failures of scripts to the log of the replica. */
public final class LoggedScripts implements ScriptOutput {
    private static final Logger LOG = LoggerFactory.getLogger(LoggedScripts.class);

    @Override
    public void printed(ScriptOwner owner, String level, Optional<String> place, String text) {
        var event = LOG.atInfo()
                .addKeyValue("event", "script_console")
                .addKeyValue(owner.kind().word(), owner.name())
                .addKeyValue("level", level);
        place.ifPresent(it -> event.addKeyValue("place", it));
        event.log(oneLine(text));
    }

    @Override
    public void failed(ScriptOwner owner, String message, String stack) {
        LOG.atInfo()
                .addKeyValue("event", "script_failed")
                .addKeyValue(owner.kind().word(), owner.name())
                .addKeyValue("stack", oneLine(stack))
                .log(message);
    }

    /** Replaces control characters. */
    public static String oneLine(String text) {
        return text.codePoints()
                .map(character -> Character.isISOControl(character) ? ' ' : character)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .strip();
    }
}
