/**
 * Commands of document databases: JSON with placeholders becomes a tree whose keys, operators and collections are fixed. What
 * commands, fields, stages and operators there are is a closed list; values have places that say what they may be. Knows no
 * driver.
 */
package dev.hyperterse.compiler.document;
