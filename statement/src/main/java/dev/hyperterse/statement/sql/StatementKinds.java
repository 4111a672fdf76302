package dev.hyperterse.statement.sql;

import java.util.Set;

/**
 * The first words of the statements that a tool can run. A list of what is allowed, not of what is not: engines grow new
 * statements, and some drivers have their own.
 *
 * @param reads allowed on every adapter
 * @param writes allowed on adapters that write
 * @param definitions allowed there too; engines take no parameters in them
 * @param shows allowed on every adapter, without placeholders
 * @param explainOptions words between EXPLAIN and what it explains
 * @param wholeEngine what ALTER must not name, because it is all of the engine
 * @param settingsOwners what ALTER may name, but not with SET or RESET: later connections begin with those settings
 */
record StatementKinds(
        Set<String> reads,
        Set<String> writes,
        Set<String> definitions,
        Set<String> shows,
        Set<String> explainOptions,
        Set<String> wholeEngine,
        Set<String> settingsOwners) {}
