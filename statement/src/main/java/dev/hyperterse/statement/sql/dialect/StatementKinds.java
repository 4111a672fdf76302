package dev.hyperterse.statement.sql.dialect;

import java.util.Set;

/**
 * The first words of the statements that a tool can run. An allow list, because engines add statements, and some
 * drivers have their own.
 *
 * @param reads allowed on every adapter
 * @param writes allowed on adapters that write
 * @param definitions allowed there too; engines take no parameters in them
 * @param shows allowed on every adapter, without placeholders
 * @param explainOptions words between EXPLAIN and what it explains
 * @param wholeEngine objects of ALTER that are refused, because they are the whole engine
 * @param settingsOwners objects of ALTER that are refused with SET or RESET: later connections begin with those
 *     settings
 */
public record StatementKinds(
        Set<String> reads,
        Set<String> writes,
        Set<String> definitions,
        Set<String> shows,
        Set<String> explainOptions,
        Set<String> wholeEngine,
        Set<String> settingsOwners) {}
