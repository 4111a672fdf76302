/**
 * Steps that run a statement on an adapter: its comment, its cursor, and its result, which may be one that is kept. Must not
 * know engines.
 */
package dev.hyperterse.runtime.tool.statement;
