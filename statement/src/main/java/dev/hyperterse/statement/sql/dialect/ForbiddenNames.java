package dev.hyperterse.statement.sql.dialect;

import java.util.Set;

/**
 * Names that would break the guarantees of the compiler, in lower case. Other access is a matter of the role's
 * privileges.
 *
 * @param session functions that change or read the state of a shared connection
 * @param sessionRemedy the alternative to them
 * @param textAsSql functions that run a text as SQL
 * @param fileOrCode functions that reach files and code, or write around the read-only setting
 * @param effects functions with an effect that a read-only transaction does not stop
 * @param temporary words that make an object temporary
 * @param temporarySchema how the schemas of temporary objects begin; empty where there are none
 * @param settingsTables tables whose rows are settings of the session
 * @param fileTargets words behind INTO that write a file
 * @param rowLocks words behind FOR, or LOCK IN, that lock rows also in a read-only transaction
 */
public record ForbiddenNames(
        Set<String> session,
        String sessionRemedy,
        Set<String> textAsSql,
        Set<String> fileOrCode,
        Set<String> effects,
        Set<String> temporary,
        String temporarySchema,
        Set<String> settingsTables,
        Set<String> fileTargets,
        Set<String> rowLocks) {}
