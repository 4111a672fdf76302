package dev.hyperterse.compiler.command;

import dev.hyperterse.statement.sql.StatementEffect;
import java.util.Optional;
import java.util.Set;

/**
 * A command that a statement may run.
 *
 * @param words how many words name it: two where the second is a subcommand
 * @param key which word is its first key
 */
record KnownCommand(String name, boolean writes, int words, Optional<Integer> key) {
    /** Those that never replace or remove what a key holds. */
    private static final Set<String> ADDING =
            Set.of("HSETNX", "LPUSH", "LPUSHX", "MSETNX", "PFADD", "RPUSH", "RPUSHX", "SADD", "SETNX");

    StatementEffect effect() {
        if (!writes) {
            return StatementEffect.NONE;
        }
        return ADDING.contains(name) ? StatementEffect.ADDS : StatementEffect.CHANGES;
    }

    /** Its keys are behind {@code STREAMS}, wherever that is. */
    boolean readsStreams() {
        return name.equals("XREAD") || name.equals("XREADGROUP");
    }
}
