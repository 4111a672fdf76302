/**
 * Compiles a Tool: its action, its results, pages and cache, its hints and transforms. Must not know prompts or
 * resources.
 */
package dev.hyperterse.compiler.leaf.tool;
