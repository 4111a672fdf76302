/**
 * Actions of definitions: statements with their session and role, built-in actions, queries of scripts. Must not know
 * which kind of definition they are of.
 */
package dev.hyperterse.compiler.leaf.statement;
